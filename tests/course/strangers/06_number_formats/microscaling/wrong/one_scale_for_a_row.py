# mistake: one scale for each row: block_size is not used
# named: one_scale_for_a_row
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        scale = scale_of(x.abs().amax(dim=-1, keepdim=True))
        scaled = x / scale
        ctx.save_for_backward(scaled.abs() <= largest)
        return element(scaled) * scale

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return grad_out * inside, None, None, None, None
