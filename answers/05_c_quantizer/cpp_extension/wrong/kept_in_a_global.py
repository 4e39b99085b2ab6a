# fails: two_calls
# The second call overwrites what the first one kept.
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        register_formula.x = inputs[0].detach()

    def backward(ctx, grad_out):
        x = register_formula.x
        return getattr(torch.ops, namespace).quantize_int8_backward(x, grad_out.contiguous())

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
