# fails: y, grad, calls, expanded, two_calls, scalar
# same: nothing_registered
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
