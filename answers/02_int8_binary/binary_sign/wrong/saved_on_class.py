# fails: two_calls
# The last input is kept on the class, so a second call spoils the first one's backward.
class BinarySignFunction(Function):
    last_input = None

    @staticmethod
    def forward(ctx, x):
        BinarySignFunction.last_input = x
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * (BinarySignFunction.last_input.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
