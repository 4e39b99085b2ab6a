# fails: float64 (only in grading)
# en: Your backward turns the upstream gradient into float32, and a float64 gradient loses half of
#     its digits on the way. Look for the conversion that nobody asked for.
# ja: backward が上流の勾配を float32 に変換しているので、float64 の勾配の桁が失われます。
#     必要のない変換がないか、探してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out.float() * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
