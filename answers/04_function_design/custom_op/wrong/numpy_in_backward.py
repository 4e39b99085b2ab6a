# fails: opcheck_compiler, scalar, whole
# en: Your backward computes in NumPy. It works by itself, but the compiler cannot follow it. Which
#     part of the operator is the closed box?
# ja: backward が NumPy で計算しています。単独では動きますが、コンパイラには追えません。
#     閉じた箱になるのは、演算子のどの部分でしょうか。
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
    inside = (u.numpy() >= -128) & (u.numpy() <= 127)
    return torch.from_numpy(grad.numpy() * inside)


int8_in_float.register_autograd(backward, setup_context=setup_context)
