def remember(ctx, inputs, output):
    (x,) = inputs
    ctx.save_for_backward(x)


def register_formula(namespace):
    ask = getattr(torch.ops, namespace).quantize_int8_backward
    torch.library.register_autograd(
        f"{namespace}::quantize_int8",
        lambda ctx, grad_out: ask(*ctx.saved_tensors, grad_out.contiguous()),
        setup_context=remember,
    )
