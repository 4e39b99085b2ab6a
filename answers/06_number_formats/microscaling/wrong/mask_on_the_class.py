# fails: two_calls
# en: You keep the mask on the class. A second call replaces it before the first backward has
#     used it.
# ja: マスクをクラスに置いています。最初の逆伝播が使う前に、2 回目の呼び出しが上書きします。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (-1, block_size))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        MicroscalingFunction.inside = (scaled.abs() <= largest).flatten(-2)
        return (element(scaled) * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        inside = MicroscalingFunction.inside
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None, None
