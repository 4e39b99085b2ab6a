# fails: float64 (only in grading)
# en: Your code turns everything into float32. A float64 input loses half of its digits and comes
#     back with another dtype. Look for the conversion that nobody asked for.
# ja: コードがすべてを float32 に変換しています。
#     float64 を渡すと桁が失われ、別の dtype で返ってきます。
#     必要のない変換がないか、探してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x.float() * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.float() * ctx.coef, None


mul_scalar = MulScalar.apply
