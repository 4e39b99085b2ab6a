# fails: own_function
# en: The numbers are right, but autograd has differentiated PyTorch's own operations. The task asks
#     for a Function that you write yourself, with forward and backward.
# ja: 値は合っていますが、PyTorch の演算を autograd が微分しています。
#     この課題では、forward と backward を持つ Function を自分で書きます。
def sum_diff_prod(a, b):
    return a + b, a - b, a * b
