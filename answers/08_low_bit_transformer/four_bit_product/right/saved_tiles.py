# The weights are rounded once, in forward: their tiles are those of the transpose.
def nvfp4(x, height=1, noise=None):
    rows, columns = x.shape
    blocks = x.reshape(rows // height, height, columns // 16, 16)
    largest = blocks.abs().amax(dim=3).amax(dim=1)
    scale = e4m3_scale(largest).repeat_interleave(height, 0).repeat_interleave(16, 1)
    return scale * e2m1(x / scale, noise)


class FourBitProduct(Function):
    @staticmethod
    def forward(ctx, x, weight, quantize, rotate):
        rounded = quantize(weight, height=16)
        ctx.save_for_backward(x, rounded)
        ctx.quantize, ctx.rotate = quantize, rotate
        return torch.nn.functional.linear(quantize(x, 1), rounded)

    @staticmethod
    def backward(ctx, grad_out):
        def random(gradient):
            return ctx.quantize(gradient, 1, torch.rand(gradient.shape))

        x, rounded = ctx.saved_tensors
        grad_x = random(grad_out).to(rounded.dtype) @ rounded
        grad_weight = random(ctx.rotate(grad_out.t())) @ ctx.quantize(ctx.rotate(x.t())).t()
        return grad_x, grad_weight, None, None
