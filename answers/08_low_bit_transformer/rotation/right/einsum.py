class Rotation(Function):
    @staticmethod
    def forward(ctx, x):
        n = x.shape[-1]
        if n not in [2**k for k in range(20)]:
            raise ValueError(f"not {n}")
        two = torch.tensor([[1.0, 1.0], [1.0, -1.0]], dtype=x.dtype) / math.sqrt(2)
        matrix = torch.eye(1, dtype=x.dtype)
        for _ in range(int(math.log2(n))):
            matrix = torch.kron(two, matrix)
        ctx.matrix = matrix
        return torch.einsum("...i,ij->...j", x, matrix)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.einsum("...j,ij->...i", grad_out, ctx.matrix)
