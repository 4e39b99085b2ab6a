# fails: y, grad, calls, expanded, two_calls, scalar
# en: Your backward uses a name that was never set.
# ja: backward が、一度も作られていない名前を使っています。
def register_formula(namespace):
    """Tell autograd how a gradient goes back through the operator quantize_int8 of a namespace."""

    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    def backward(ctx, grad_out):
        return operators.quantize_int8_backward(*ctx.saved_tensors, grad_out.contiguous())

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
