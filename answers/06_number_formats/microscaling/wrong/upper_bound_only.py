# fails: grad_saturated, bounds, two_calls, transposed
# en: Your mask stops the gradient only above the largest number, not below its negative.
# ja: マスクが止めているのは最大の数より上だけで、負の側では止めていません。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        ctx.save_for_backward((scaled <= largest).flatten(-2))
        return (element(scaled) * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None, None
