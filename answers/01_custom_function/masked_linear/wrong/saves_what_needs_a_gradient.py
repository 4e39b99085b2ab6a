# fails: none_x, none_weight, frozen_weight, saved_x, saved_weight, saved_bias, none_for_two
# en: You save x only if x needs a gradient, and weight only if weight does. With one of them
#     frozen your backward ends with an error. Which of the saved tensors does each of the
#     formulas use?
# ja: x の勾配が必要なときだけ x を、weight の勾配が必要なときだけ weight を保
#     存しています。一方が固定されていると、逆伝播がエラーになります。
#     それぞれの式が使うのは、保存したどちらのテンソルでしょうか。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        needs = ctx.needs_input_grad
        ctx.save_for_backward(*(one if need else None for one, need in zip((x, weight), needs)))
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        for_x, for_weight, for_bias = ctx.needs_input_grad
        return (
            grad_out @ weight if for_x else None,
            grad_out.T @ x if for_weight else None,
            grad_out.sum(dim=0) if for_bias else None,
        )


linear = Linear.apply
