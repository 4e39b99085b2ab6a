# fails: grad, expanded, two_calls, scalar, calls
# en: Your backward hands x and grad_out to the operator in the wrong order. Compare with its schema
#     in the task.
# ja: backward が、x と grad_out を逆の順で演算子に渡しています。
#     課題にある演算子の引数と見比べてください。
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return getattr(torch.ops, namespace).quantize_int8_backward(grad_out.contiguous(), x)

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
