# fails: compiled, fake, fake_float64, layout, one_box, opcheck_compiler, opcheck_fake, whole
# en: Your operator has no fake, so the compiler cannot know what comes out, and stops with an
#     error.
# ja: 演算子に fake がないので、コンパイラには何が出てくるのかがわからず、エラーになって止まります。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -128, 127)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
