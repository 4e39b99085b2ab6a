class _Replace(Function):
    @staticmethod
    def forward(ctx, stand_in, y):
        return y.clone()

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


def straight_through(hard, soft):
    def function(x):
        return _Replace.apply(soft(x), hard(x).detach())

    return function
