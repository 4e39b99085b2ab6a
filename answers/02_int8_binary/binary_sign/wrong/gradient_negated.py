# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your gradient has the wrong sign everywhere. Look at your backward where the
#     upstream gradient is 1, and compare with the rule of section 4.
# ja: 勾配の符号が、どこでも逆になっています。
#     上流の勾配が 1 のときに逆伝播が何を返すか、4 節の規則と比べてください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return -(grad_out * (x.abs() <= 1).to(grad_out.dtype))


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
