# fails: own_function, y, grad_x, grad_weight, grad_bias, shapes, none_x, none_weight, none_bias, work_saved, none_for_two, frozen_weight, float64, gradcheck, two_layers
# Nothing was filled in.
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        raise NotImplementedError("masked_linear")

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError("masked_linear")


linear = Linear.apply
