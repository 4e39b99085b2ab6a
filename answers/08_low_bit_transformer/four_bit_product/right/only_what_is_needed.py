# Blocks of four dimensions all the way, noise too; gradients only where one is needed.
def nvfp4(x, height=1, noise=None):
    def cut(value):
        return value.unflatten(1, (-1, 16)).unflatten(0, (-1, height)).movedim(1, 2)

    blocks = cut(x)
    scale = e4m3_scale(blocks.abs().flatten(2).max(dim=2).values)[:, :, None, None]
    rounded = e2m1(blocks / scale, None if noise is None else cut(noise)) * scale
    return rounded.movedim(1, 2).flatten(2).flatten(0, 1)


class FourBitProduct(Function):
    @staticmethod
    def forward(ctx, x, weight, *functions):
        ctx.functions = functions
        ctx.save_for_backward(x, weight)
        quantize = functions[0]
        return torch.einsum("ti,oi->to", quantize(x), quantize(weight, 16))

    @staticmethod
    def backward(ctx, grad_out):
        (x, weight), (quantize, rotate) = ctx.saved_tensors, ctx.functions
        grad_x = grad_weight = None
        if ctx.needs_input_grad[0]:
            noise = torch.empty_like(grad_out).uniform_()
            grad_x = quantize(grad_out, 1, noise).mm(quantize(weight, 16))
        if ctx.needs_input_grad[1]:
            by_token, x_by_token = rotate(grad_out.T.contiguous()), rotate(x.T.contiguous())
            noise = torch.empty_like(by_token).uniform_()
            grad_weight = quantize(by_token, noise=noise).mm(quantize(x_by_token).T)
        return grad_x, grad_weight, None, None
