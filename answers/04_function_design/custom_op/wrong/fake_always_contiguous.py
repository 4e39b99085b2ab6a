# fails: layout (only in grading)
# en: For a transposed input your fake promises another layout in memory than the real output has.
#     Shape and dtype are right.
# ja: 転置した入力では、fake の答えるメモリ上の並びが、実際の出力と違います。
#     形と dtype は合っています。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -128, 127)


@int8_in_float.register_fake
def _(u):
    return u.new_empty(u.shape)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
