# fails: grad_saturated, bounds, two_calls, transposed
# en: Your gradient passes everywhere, also where the element is stuck at its largest number.
# ja: 要素が最大の数のまま動かないところでも、勾配が通っています。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        ctx.save_for_backward((scaled.abs() <= largest).flatten(-2))
        return (element(scaled) * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return grad_out, None, None, None, None
