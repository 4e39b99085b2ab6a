# fails: none_x, none_weight, saved_x, saved_weight, none_for_two
# en: You ask one question for x and weight together, and compute both gradients as soon as one of
#     them is needed. Whom does the question in section 3 ask?
# ja: x と weight について 1 つの問いしか立てておらず、
#     一方の勾配が必要なら両方を計算しています。3 節の問いは、
#     何について立てるものだったでしょうか。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        for_x, for_weight, for_bias = ctx.needs_input_grad
        products = (grad_out @ weight, grad_out.T @ x) if for_x or for_weight else (None, None)
        return *products, grad_out.sum(dim=0) if for_bias else None


linear = Linear.apply
