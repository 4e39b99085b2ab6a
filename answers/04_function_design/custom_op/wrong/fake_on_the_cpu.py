# fails: fake, fake_float64, layout
# en: Your fake looks at the shape only: it promises float32 on the CPU, also for float64 and for
#     tensors without data.
# ja: fake が形しか見ていません。
#     float64 でも、データのないテンソルでも、CPU 上の float32 と答えます。
@torch.library.custom_op("course::int8_in_float", mutates_args=())
def int8_in_float(u: torch.Tensor) -> torch.Tensor:
    return torch.clamp(torch.round(u), -128, 127)


@int8_in_float.register_fake
def _(u):
    return torch.empty(u.shape)


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    (u,) = ctx.saved_tensors
    return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float.register_autograd(backward, setup_context=setup_context)
