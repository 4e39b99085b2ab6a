# fails: bounds, input_mask, two_calls, other_shape, transposed, scalar, empty, float64, infinite
# en: Your code makes a mask in the first call and keeps it for ever. The next input has another
#     mask, often even another shape, and the backward fails. A Function remembers nothing between
#     calls.
# ja: 最初の呼び出しで作ったマスクを、ずっと使っています。
#     次の入力ではマスクが違い、形が違えばエラーにもなります。
#     Function は、呼び出しの間で何も覚えておかないものです。
class Int8InFloatFunction(Function):
    inside = None

    @staticmethod
    def forward(ctx, input):
        if Int8InFloatFunction.inside is None:
            Int8InFloatFunction.inside = (input >= -128) & (input <= 127)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * Int8InFloatFunction.inside


int8_in_float = Int8InFloatFunction.apply
