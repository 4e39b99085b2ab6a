# fails: grad, expanded, two_calls, scalar
# Ones in place of the upstream gradient.
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return getattr(torch.ops, namespace).quantize_int8_backward(x, torch.ones_like(x))

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
