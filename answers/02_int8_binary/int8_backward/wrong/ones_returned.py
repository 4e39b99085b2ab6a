# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# en: Your backward returns 1 everywhere: it uses neither the upstream gradient nor a mask. Start
#     with the chain rule in section 1, then ask where the gradient should stop.
# ja: backward がどこでも 1 を返していて、上流の勾配もマスクも使っていません。
#     まず 1 節の連鎖律を見直し、次に、どこで勾配を止めるのかを考えてください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.ones_like(grad_out)


int8_in_float = Int8InFloatFunction.apply
