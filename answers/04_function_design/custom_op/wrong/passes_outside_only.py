# fails: grad, bounds, compiled, two_calls, transposed, float64, scalar, opcheck_compiler, one_box, whole
# en: Your gradient passes outside of the range and stops inside.
# ja: 勾配が範囲の外で通り、中で止まります。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -128, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), torch.zeros_like(grad), grad)


int8_in_float.register_autograd(backward, setup_context=setup_context)
