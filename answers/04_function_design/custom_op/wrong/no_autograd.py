# fails: bounds, compiled, float64, grad, opcheck_compiler, scalar, transposed, two_calls, whole, one_box
# en: No gradient comes back: your operator does not know of the backward that you wrote. Which call
#     ties the two together?
# ja: 勾配が戻ってきません。書いた backward が、演算子と結び付いていないからです。
#     2 つを結び付けるのは、どの呼び出しでしょうか。
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
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))
