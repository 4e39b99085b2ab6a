# fails: own_function, y, grad_x, grad_weight, grad_bias, shapes, none_x, none_weight, none_bias, none_for_two, frozen_weight, float64, gradcheck, two_layers, saved_x, saved_weight, saved_bias
# en: The blank is still empty: forward and backward only raise NotImplementedError. Begin with the
#     forward; the three gradients stand as formulas in section 3.
# ja: 空欄がまだ埋まっておらず、forward も backward も NotImplementedError を出すだけです。
#     まず順伝播を書きましょう。3 つの勾配の式は 3 節にあります。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        raise NotImplementedError("masked_linear")

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError("masked_linear")


linear = Linear.apply
