# fails: y, grad, bounds, input_mask, ties, other_shape, transposed, scalar, empty, float64, infinite, nan, two_calls
# en: Your backward returns a NumPy array, and autograd takes nothing but tensors. Everything that
#     you need can be done with PyTorch's operations.
# ja: backward が NumPy の配列を返していますが、autograd が受け取れるのはテンソルだけです。
#     必要なことは、すべて PyTorch の演算で書けます。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return grad_out.numpy() * ((input >= -128) & (input <= 127)).numpy()


int8_in_float = Int8InFloatFunction.apply
