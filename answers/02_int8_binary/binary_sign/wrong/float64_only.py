# fails: y, zero, two_calls, module, transposed, scalar, empty, infinite
# en: Your output is float64, whatever the input is. Look at the dtype of the two constants. Where
#     could they take it from?
# ja: 入力の dtype が何でも、出力が float64 になります。2 つの定数の dtype を見てください。
#     それをどこから決めればよいでしょうか。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.tensor(1.0, dtype=torch.float64), torch.tensor(-1.0, dtype=torch.float64))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
