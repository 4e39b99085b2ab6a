# mistake: the mask asks whether the output lies strictly between the bounds
# custom_op: write the operator, its fake, its setup_context and its backward (about 5 lines)
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -128, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(output)


def backward(ctx, grad):
    (y,) = ctx.saved_tensors
    return torch.where((y > -128) & (y < 127), grad, 0.0)


int8_in_float.register_autograd(backward, setup_context=setup_context)
