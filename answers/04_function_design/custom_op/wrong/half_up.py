# fails: ties, float64
# en: Your ties go up: 0.5 becomes 1. The task names the operation that rounds, and it takes ties
#     to the even neighbour.
# ja: ちょうど中間の値が切り上げられ、0.5 が 1 になります。
#     課題には丸めの演算が書いてあり、それはちょうど中間の値を偶数に丸めます。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    rounded = torch.floor(u + 0.5)
    return rounded.clamp(-128, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    (u,) = inputs
    ctx.save_for_backward(u)


def backward(ctx, grad):
    u, = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
