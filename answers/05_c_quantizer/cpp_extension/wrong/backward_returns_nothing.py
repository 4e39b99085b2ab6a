# fails: y, grad, calls, expanded, two_calls, scalar
# en: Your backward returns nothing.
# ja: backward が何も返していません。
def register_formula(namespace):
    """Tell autograd how a gradient goes back through the operator quantize_int8 of a namespace."""
    operators = getattr(torch.ops, namespace)

    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    def backward(ctx, grad_out):
        pass

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
