# fails: y, zero, two_calls, module, transposed, float64, scalar, infinite
# en: Your forward writes the signs into the caller's own tensor, so the original values are gone
#     for everybody. Look at the two rules in section 1 and return a new tensor.
# ja: 順伝播が、呼び出し側のテンソルに符号を書き込んでいます。
#     元の値は誰にも使えなくなってしまいます。
#     1 節の 2 つの約束を見直し、新しいテンソルを返してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x.abs() <= 1)
        x.data.copy_(torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x)))
        return x.clone()

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.saved_tensors[0]


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
