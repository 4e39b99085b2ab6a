# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# en: Your backward writes zeros into the upstream gradient itself. Other branches of the graph may
#     still need that tensor. Look at the second rule in section 1.
# ja: backward が上流の勾配そのものに 0 を書き込んでいます。
#     そのテンソルは、グラフのほかの枝でも使われるかもしれません。
#     1 節の 2 つ目の約束を見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        grad_out[(input < -128) | (input > 127)] = 0
        return grad_out


int8_in_float = Int8InFloatFunction.apply
