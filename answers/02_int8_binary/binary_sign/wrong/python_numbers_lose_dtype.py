# fails: float64 (only in grading)
# en: Your forward chooses between two Python numbers, so the result is float32, whatever the input
#     is. The hint says what has to be added to that.
# ja: 順伝播が Python の 2 つの数から選んでいるので、入力の dtype が何でも、
#     結果が float32 になります。それに何を足せばよいか、ヒントに書いてあります。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, 1.0, -1.0)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
