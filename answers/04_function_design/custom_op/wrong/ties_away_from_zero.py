# fails: ties
# en: Your ties go away from zero, as with roundf in C: 0.5 becomes 1. The task rounds with
#     torch.round.
# ja: ちょうど中間の値が、C の roundf のように、0 から遠いほうに丸められ、0.5 が 1 になります。
#     この課題では torch.round で丸めます。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.sign(u) * torch.floor(u.abs() + 0.5), -128, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
