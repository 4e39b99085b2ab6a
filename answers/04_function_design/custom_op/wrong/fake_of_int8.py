# fails: fake, fake_float64, opcheck_compiler, opcheck_fake, whole
# en: Your fake promises int8, but the operator returns floats: only their values are those of int8.
# ja: fake が int8 と答えていますが、演算子が返すのは浮動小数点数です。
#     値が int8 の範囲の整数になっているだけです。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -128, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u, dtype=torch.int8)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
