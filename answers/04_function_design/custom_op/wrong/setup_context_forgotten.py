# fails: bounds, compiled, float64, grad, opcheck_compiler, scalar, transposed, two_calls, whole, one_box
# en: Your backward stops with an error: it asks ctx for a tensor that nobody has saved there.
# ja: backward がエラーで止まります。ctx から取り出そうとしているテンソルを、誰も保存していません。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -128, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    pass


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
