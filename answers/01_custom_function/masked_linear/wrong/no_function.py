# fails: own_function, shapes, none_x, none_weight, none_bias, work_saved, none_for_two
# en: The values are right, but autograd has computed them from PyTorch's own operations. Without a
#     Function of your own, the check finds no backward in which work could be saved.
# ja: 値は合っていますが、PyTorch の演算から autograd が計算したものです。
#     自分の Function がないので、計算を省けるかどうかを調べる backward が見つかりません。
def linear(x, weight, bias):
    return x @ weight.T + bias
