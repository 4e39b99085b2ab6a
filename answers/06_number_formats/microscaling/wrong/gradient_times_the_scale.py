# fails: grad, grad_saturated, bounds, two_calls, transposed, dimensions
# en: Your gradient is multiplied by the scale. The division before the rounding and the
#     multiplication behind it cancel.
# ja: 勾配にスケールが掛かっています。
#     丸める前の割り算と後の掛け算は、打ち消し合います。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        inside = (scaled.abs() <= largest) * scale
        ctx.save_for_backward(inside.flatten(-2))
        return (element(scaled) * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return grad_out * inside, None, None, None, None
