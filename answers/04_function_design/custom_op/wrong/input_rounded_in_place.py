# fails: bounds, float64, layout, one_box, opcheck_schema, scalar, ties, transposed, two_calls, y, fake, opcheck_fake, fake_float64
# en: Your operator rounds its own input, though mutates_args says that nothing is changed. Look for
#     a method with an underscore at the end.
# ja: mutates_args では何も書き換えないと約束しているのに、入力そのものを丸めています。
#     最後に _ の付くメソッドを探してください。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(u.round_(), -128, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
