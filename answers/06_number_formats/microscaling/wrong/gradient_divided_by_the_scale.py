# fails: grad, grad_saturated, bounds, two_calls, transposed, dimensions
# en: You divide the gradient by the scale. Dividing by it and multiplying by it again cancel:
#     the stand-in has slope 1.
# ja: 勾配をスケールで割っています。割ることと元に戻すことは打ち消し合うので、代役の傾きは 1 です。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        ctx.save_for_backward(((scaled.abs() <= largest) / scale).flatten(-2))
        return (element(scaled) * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return grad_out * inside, None, None, None, None
