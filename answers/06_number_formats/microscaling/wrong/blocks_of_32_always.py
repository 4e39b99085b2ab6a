# fails: y, block_size, negative_side, bounds, dimensions, float64
# en: Your blocks always have 32 values. block_size says how many.
# ja: ブロックがいつも 32 個です。個数は block_size で決まります。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, 32))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        ctx.save_for_backward((scaled.abs() <= largest).flatten(-2))
        return (element(scaled) * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None, None
