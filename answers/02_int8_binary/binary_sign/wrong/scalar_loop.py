# fails: y_transposed, grad_transposed, scalar, empty (only in grading)
# An if for each element, and only for one dimension.
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.tensor([1.0 if value >= 0 else -1.0 for value in x], dtype=x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.tensor([g if abs(v) <= 1 else 0.0 for g, v in zip(grad_out, x)], dtype=x.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
