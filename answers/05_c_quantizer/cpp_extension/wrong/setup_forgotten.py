# fails: y, grad, calls, expanded, two_calls, scalar
# en: Your backward stops with an error: nothing was saved in ctx. setup_context is written, but is
#     it registered, too?
# ja: ctx に何も保存されていないので、backward がエラーになって止まります。
#     setup_context は書いてありますが、登録もしたでしょうか。
def register_formula(namespace):
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return getattr(torch.ops, namespace).quantize_int8_backward(x, grad_out.contiguous())

    torch.library.register_autograd(f"{namespace}::quantize_int8", backward)
