# fails: y, grad, block_size, negative_side, y_saturated, transposed, dimensions, float64
# en: You divide by the scale and multiply by it again, but nothing rounds to the numbers of the
#     element.
# ja: スケールで割ってまた掛けているだけで、要素で表せる数に丸めていません。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        ctx.save_for_backward((scaled.abs() <= largest).flatten(-2))
        return (scaled * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None, None
