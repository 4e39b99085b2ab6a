# fails: two_calls
# en: You keep x in a place that all calls share. The next call overwrites it, and an earlier
#     backward computes with the wrong x. What is ctx for?
# ja: x を、すべての呼び出しが共有する場所に置いています。
#     次の呼び出しで上書きされ、先の逆伝播が違う x で計算します。ctx は何のためにあるでしょうか。
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        register_formula.x = inputs[0].detach()

    def backward(ctx, grad_out):
        x = register_formula.x
        return getattr(torch.ops, namespace).quantize_int8_backward(x, grad_out.contiguous())

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward, setup_context=setup_context)
