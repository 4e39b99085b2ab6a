class MaskedGradient(Function):
    @staticmethod
    def forward(ctx, x, y, inside):
        ctx.save_for_backward(inside)
        return y.clone()

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.saved_tensors[0], None, None


class MicroscalingFunction:
    @staticmethod
    def apply(x, element, largest, block_size, scale_of):
        with torch.no_grad():
            blocks = x.unflatten(-1, (x.shape[-1] // block_size, block_size))
            scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
            inside = ((blocks / scale).abs() <= largest).flatten(-2)
            y = (element(blocks / scale) * scale).flatten(-2)
        return MaskedGradient.apply(x, y, inside)
