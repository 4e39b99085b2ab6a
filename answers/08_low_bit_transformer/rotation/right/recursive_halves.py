def turn(x):
    n = x.shape[-1]
    if n == 1:
        return x
    if n % 2:
        raise ValueError("the last dimension is no power of two")
    a, b = x.chunk(2, -1)
    return torch.cat([turn(a + b), turn(a - b)], -1) / math.sqrt(2)


class Rotation(Function):
    @staticmethod
    def forward(ctx, x):
        return turn(x)

    @staticmethod
    def backward(ctx, grad_out):
        return turn(grad_out)
