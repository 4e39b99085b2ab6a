class Rotation(Function):
    @staticmethod
    def forward(ctx, x):
        n = x.shape[-1]
        rounds = n.bit_length() - 1
        if 2**rounds != n:
            raise ValueError("a power of two is needed")
        y = x
        for k in reversed(range(rounds)):
            pairs = y.reshape(*y.shape[:-1], -1, 2, 2**k)
            first, second = pairs[..., 0, :], pairs[..., 1, :]
            y = torch.stack((first + second, first - second), dim=-2).reshape(x.shape)
        return y * n**-0.5

    @staticmethod
    def backward(ctx, grad_out):
        return Rotation.forward(None, grad_out)
