# fails: grad, expanded, two_calls, scalar, calls
# en: You hand ones to quantize_int8_backward in the place of the upstream gradient. What comes from
#     the layers behind is lost.
# ja: quantize_int8_backward に、上流の勾配ではなく 1 ばかりのテンソルを渡しています。
#     後の層から来た勾配が失われます。
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return getattr(torch.ops, namespace).quantize_int8_backward(x, torch.ones_like(x))

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
