# mistake: the mask looks at the element after rounding, which never leaves the range
# named: no_mask
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        rounded = element(blocks / scale)
        ctx.save_for_backward((rounded.abs() <= largest).flatten(-2))
        return (rounded * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return grad_out * inside, None, None, None, None
