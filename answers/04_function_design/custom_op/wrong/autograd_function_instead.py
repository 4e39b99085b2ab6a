# fails: one_box, opcheck_compiler, opcheck_fake, opcheck_schema, whole
# en: Your int8_in_float is an autograd.Function. It computes the same, but has no line in the table
#     of operators: the compiler looks inside and sees several operations instead of one box.
# ja: int8_in_float が autograd.Function になっています。
#     計算は同じですが、演算子の表に行がありません。
#     コンパイラは中に入り、1 つの箱ではなく、いくつもの演算を見ることになります。
class Int8InFloat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u):
        ctx.save_for_backward(u)
        return torch.clamp(torch.round(u), -128, 127)

    @staticmethod
    def backward(ctx, grad):
        (u,) = ctx.saved_tensors
        return torch.where((u >= -128) & (u <= 127), grad, torch.zeros_like(grad))


int8_in_float = Int8InFloat.apply
