# fails: bounds, compiled, float64, transposed, two_calls, y, fake, opcheck_schema, opcheck_fake, ties, layout, fake_float64
# en: Your range begins at -127, in forward and backward: -128 becomes -127, and its gradient is
#     stopped. Which is the smallest integer of int8?
# ja: 順伝播でも逆伝播でも、範囲が -127 から始まっています。
#     -128 が -127 になり、そこの勾配も止まります。int8 のいちばん小さい整数はいくつでしょうか。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -127, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -127) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
