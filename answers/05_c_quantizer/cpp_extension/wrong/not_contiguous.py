# fails: expanded
# en: After y.sum() the upstream gradient is not contiguous, and you hand it to the operator as it
#     is. The C++ operator would refuse it.
# ja: y.sum() の後の上流の勾配は連続ではありませんが、そのまま演算子に渡しています。
#     C++ の演算子は、これを受け付けません。
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return getattr(torch.ops, namespace).quantize_int8_backward(x, grad_out)

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
