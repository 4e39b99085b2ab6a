# fails: y, block_size, negative_side, dimensions, float64
# en: Your blocks hold values that do not stand side by side. A block is block_size neighbours.
# ja: ブロックに、離れた場所の値が入っています。ブロックは、隣り合う block_size 個の値です。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (block_size, -1)).transpose(-1, -2)
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        ctx.save_for_backward((scaled.abs() <= largest).transpose(-1, -2).flatten(-2))
        return (element(scaled) * scale).transpose(-1, -2).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None, None
