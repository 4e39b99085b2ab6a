# fails: grad_saturated, bounds, two_calls, transposed
# same: no_mask
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        rounded = element(scaled)
        ctx.save_for_backward((rounded.abs() <= largest).flatten(-2))
        return (rounded * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None, None
