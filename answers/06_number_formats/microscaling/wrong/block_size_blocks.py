# fails: y, block_size, negative_side, dimensions, float64
# en: You cut a row into block_size blocks. Each block is to hold block_size values.
# ja: 1 行を block_size 個のブロックに分けています。
#     block_size は、1 つのブロックに入る値の数です。
class MicroscalingFunction(Function):
    @staticmethod
    def forward(ctx, x, element, largest, block_size, scale_of):
        blocks = x.unflatten(-1, (block_size, -1))
        scale = scale_of(blocks.abs().amax(dim=-1, keepdim=True))
        scaled = blocks / scale
        ctx.save_for_backward((scaled.abs() <= largest).flatten(-2))
        return (element(scaled) * scale).flatten(-2)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return grad_out * inside, None, None, None, None
