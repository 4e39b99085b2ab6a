# fails: y, grad, zero, bounds, outside, y_transposed, grad_transposed, y_float64, grad_float64, scalar, empty, infinite, two_calls, module
# A plain function has no .apply; the cell ends there.
def BinarySignFunction(x):
    return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
