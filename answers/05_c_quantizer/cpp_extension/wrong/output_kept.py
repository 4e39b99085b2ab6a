# fails: grad, expanded, two_calls, scalar
# Keeps what came out instead of what went in.
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output)

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return getattr(torch.ops, namespace).quantize_int8_backward(x, grad_out.contiguous())

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
