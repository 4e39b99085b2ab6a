# fails: grad, calls, expanded, two_calls, scalar
# en: Your backward calls the operator of the forward once more, on the upstream gradient. There is
#     a second operator for the way back.
# ja: backward が、上流の勾配に対して順伝播の演算子をもう一度呼んでいます。
#     逆伝播には、別の演算子があります。
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return getattr(torch.ops, namespace).quantize_int8(grad_out)

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
