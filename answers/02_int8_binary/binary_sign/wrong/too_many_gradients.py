# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your backward returns two gradients, but forward has only the input x. PyTorch stops with an
#     error. Count the inputs in the table of section 1.
# ja: backward が勾配を 2 つ返していますが、forward の入力は x だけなので、
#     PyTorch がエラーを出します。1 節の表で、入力の数を確かめてください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1), grad_out


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
