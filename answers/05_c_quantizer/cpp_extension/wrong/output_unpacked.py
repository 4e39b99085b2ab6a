# fails: y, grad, calls, expanded, two_calls, scalar (values vary)
# en: Your setup_context saves the rows of the output. What does the formula need?
# ja: setup_context が、出力をばらばらにして保存しています。式に必要なものは何でしょうか。
def register_formula(namespace):
    """Tell autograd how a gradient goes back through the operator quantize_int8 of a namespace."""
    operators = getattr(torch.ops, namespace)

    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*output)

    def backward(ctx, grad_out):
        return operators.quantize_int8_backward(*ctx.saved_tensors, grad_out.contiguous())

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
