# fails: own_function
# en: The numbers are right, but they come from PyTorch's own multiplication and its gradient. The
#     task asks for a Function that you write yourself, with forward and backward.
# ja: 値は合っていますが、PyTorch の掛け算とその自動微分で計算しています。
#     この課題では、forward と backward を持つ Function を自分で書きます。
def mul_scalar(x, coef):
    return x * coef
