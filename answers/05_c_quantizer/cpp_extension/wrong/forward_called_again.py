# fails: grad, calls, expanded, two_calls, scalar
# The wrong operator.
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return getattr(torch.ops, namespace).quantize_int8(grad_out)

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
