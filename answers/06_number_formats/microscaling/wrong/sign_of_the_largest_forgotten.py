# fails: y, grad, block_size, negative_side, dimensions, float64
# en: You take the largest value of a block. The scale belongs to the largest size, which may be
#     a negative value's.
# ja: ブロックの最大の値を使っています。スケールは最大の絶対値で決まり、それは負の値かもしれません。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        ctx.save_for_backward((scaled.abs() <= largest).flatten(-2))
        return (element(scaled) * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None, None
