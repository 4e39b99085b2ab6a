# fails: own_function
# en: The numbers are right, but they come from PyTorch's own softplus and its gradient. The task
#     asks for a Function that you write yourself, with forward and backward.
# ja: 値は合っていますが、PyTorch の softplus とその自動微分で計算しています。
#     この課題では、forward と backward を持つ Function を自分で書きます。
def log1p_exp(x):
    return functional.softplus(x)
