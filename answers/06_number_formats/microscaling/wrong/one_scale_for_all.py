# fails: y, block_size, negative_side, dimensions, float64
# en: One scale serves the whole tensor. Each block has a scale of its own.
# ja: テンソル全体でスケールが 1 つだけです。ブロックごとに別のスケールを持ちます。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.abs().amax().expand(*blocks.shape[:-1], 1))
        scaled = blocks / scale
        ctx.save_for_backward((scaled.abs() <= largest).flatten(-2))
        return (element(scaled) * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None, None
