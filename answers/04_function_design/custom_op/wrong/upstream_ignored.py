# fails: bounds, compiled, float64, grad, scalar, transposed, two_calls, opcheck_compiler, one_box, whole
# en: Your gradient is only 0 or 1: the upstream gradient is not in it.
# ja: 勾配が 0 か 1 だけになっています。上流の勾配が使われていません。
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
    return ((u >= -128) & (u <= 127)).to(grad.dtype)


int8_in_float.register_autograd(backward, setup_context=setup_context)
