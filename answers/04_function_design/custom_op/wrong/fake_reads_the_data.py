# fails: compiled, fake, fake_float64, layout, one_box, opcheck_compiler, opcheck_fake, whole
# en: Your fake looks at values. The compiler asks it with tensors that have no data, and gets an
#     error. What may the answer depend on?
# ja: fake が値を見ています。コンパイラはデータのないテンソルで尋ねるので、エラーになります。
#     fake の答えは、何だけで決まるべきでしょうか。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -128, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u) if float(u.max()) > 127 else u.clone()


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
