# fails: fake, opcheck_compiler, compiled, layout, fake_float64, whole
# en: Your fake returns nothing, but the compiler asks it for a shape and a dtype.
# ja: fake が何も返していません。コンパイラは、形と dtype を fake から知ります。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -128, 127)


@int8_in_float.register_fake
def _(u):
    pass


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
