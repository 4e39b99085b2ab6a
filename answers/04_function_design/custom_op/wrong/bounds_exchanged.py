# fails: y, compiled, ties, two_calls, transposed, float64, scalar, fake, opcheck_schema, opcheck_fake, layout, fake_float64
# en: Your clamp has its bounds exchanged, so that everything becomes the same number.
# ja: clamp の上限と下限が逆なので、どこでも同じ値になります。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), 127, -128)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
