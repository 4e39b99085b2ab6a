# fails: grad, expanded, two_calls, scalar, calls
# en: You keep the output of the operator instead of its input. The mask belongs to the values
#     before they were rounded.
# ja: 演算子の入力ではなく、出力を残しています。マスクが調べるのは、丸める前の値です。
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output)

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return getattr(torch.ops, namespace).quantize_int8_backward(x, grad_out.contiguous())

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
