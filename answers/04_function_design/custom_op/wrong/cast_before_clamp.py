# fails: compiled, float64, transposed, two_calls, y, fake, opcheck_schema, opcheck_fake, ties, layout, fake_float64
# en: Your values wrap around: 130 becomes -126. An integer type of 8 bits cannot hold what is still
#     to be limited.
# ja: 値が一周して、130 が -126 になります。8 ビットの整数型には、範囲に収める前の値が入りません。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.round(u).to(torch.int32).to(torch.int8).to(u.dtype)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
