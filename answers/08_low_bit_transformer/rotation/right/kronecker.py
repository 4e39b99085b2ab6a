class Rotation(Function):
    @staticmethod
    def forward(ctx, x):
        n, h = x.shape[-1], x.new_ones(1, 1)
        while len(h) < n:
            h = torch.kron(h, x.new_tensor([[1, 1], [1, -1]]))
        if len(h) != n:
            raise ValueError(f"{n} channels")
        ctx.save_for_backward(h / math.sqrt(n))
        return x @ h / math.sqrt(n)

    @staticmethod
    def backward(ctx, grad_out):
        (q,) = ctx.saved_tensors
        return grad_out @ q.T
