class GradientReversal(nn.Module):
    """No Function: autograd sees -strength * x, and the value is corrected behind its back."""

    def forward(self, x, strength):
        seen = -strength * x
        return x.detach() + (seen - seen.detach())


def gradient_reversal(x, strength=1.0):
    return GradientReversal()(x, strength)
