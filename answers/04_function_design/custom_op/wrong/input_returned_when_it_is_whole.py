# fails: whole (only in grading)
# en: Where there is nothing to round, your operator returns the very tensor that it was given. What
#     does the schema promise about the output?
# ja: 丸めるものがないとき、渡されたテンソルそのものを返しています。
#     出力についてどんな約束（schema）があったか、読み直してください。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    q = torch.clamp(torch.round(u), -128, 127)
    return u if torch.equal(q, u) else q


@int8_in_float.register_fake
def _(u):
    return torch.empty_like(u)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
