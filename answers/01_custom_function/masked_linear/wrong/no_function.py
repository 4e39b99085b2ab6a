# fails: own_function, shapes, none_x, none_weight, none_bias, none_for_two, saved_x, saved_weight, saved_bias
# en: The values are right, but autograd has computed them from PyTorch's own operations. Without a
#     Function of your own, there is no backward in which work could be saved. The task asks for
#     one.
# ja: 値は合っていますが、PyTorch の演算から autograd が計算したものです。
#     自分の Function がないので、計算を省くための backward もありません。
#     この課題では、それを自分で書きます。
def linear(x, weight, bias):
    return x @ weight.T + bias
