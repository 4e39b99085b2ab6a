# fails: grad, expanded, two_calls, scalar, calls
# en: Your backward turns the sign of what the operator gives.
# ja: backward が、演算子の結果の符号を変えています。
def register_formula(namespace):
    """Tell autograd how a gradient goes back through the operator quantize_int8 of a namespace."""
    operators = getattr(torch.ops, namespace)

    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    def backward(ctx, grad_out):
        return -(operators.quantize_int8_backward(*ctx.saved_tensors, grad_out.contiguous()))

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
