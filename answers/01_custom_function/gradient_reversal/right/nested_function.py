def gradient_reversal(x, strength=1.0):
    class GradientReversal(Function):
        @staticmethod
        def forward(ctx, x):
            return x.view_as(x)

        @staticmethod
        def backward(ctx, grad_out):
            return torch.mul(grad_out, -strength)

    return GradientReversal.apply(x)
