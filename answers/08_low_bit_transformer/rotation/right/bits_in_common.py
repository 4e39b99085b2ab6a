def rotated_by_signs(x):
    n = x.shape[-1]
    if bin(n).count("1") != 1:
        raise ValueError(n)
    signs = [[(-1) ** bin(i & j).count("1") for j in range(n)] for i in range(n)]
    return F.linear(x, torch.tensor(signs, dtype=x.dtype) / n**0.5)


class Rotation(Function):
    @staticmethod
    def forward(ctx, x):
        return rotated_by_signs(x)

    @staticmethod
    def backward(ctx, grad_out):
        return rotated_by_signs(grad_out)
