def hadamard(n, dtype):
    h = torch.ones(1, 1, dtype=dtype)
    while h.shape[0] < n:
        h = torch.cat([torch.cat([h, h], dim=1), torch.cat([h, -h], dim=1)], dim=0)
    return h / n**0.5


class Rotation(Function):
    @staticmethod
    def forward(ctx, x):
        n = x.shape[-1]
        if math.log2(n) % 1 != 0:
            raise ValueError("no power of two")
        return x @ hadamard(n, x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out @ hadamard(grad_out.shape[-1], grad_out.dtype)
