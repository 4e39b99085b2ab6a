def binary_sign(x):
    """No Function: autograd sees the input inside the window, and the sign only as a constant."""
    window = torch.where(x.abs() <= 1, x, torch.zeros_like(x))
    return window + (2.0 * (x >= 0) - 1.0 - window).detach()


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
