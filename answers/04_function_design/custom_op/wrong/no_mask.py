# fails: bounds, compiled, float64, grad, transposed, two_calls, opcheck_compiler, one_box, scalar, whole
# en: Your gradient passes everywhere, also far outside the range. A mask is missing, or it looks at
#     the output, which always lies in the range and so never stops anything.
# ja: 範囲のずっと外でも勾配が通っています。マスクがないか、マスクが出力を調べています。
#     出力はいつも範囲の中にあるので、それでは何も止まりません。
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
    return grad.clone()


int8_in_float.register_autograd(backward, setup_context=setup_context)
