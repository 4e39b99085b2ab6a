class Ternary(nn.Module):
    """No Function: a masked identity carries the gradient, and the three values are detached."""

    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(threshold)
        self.threshold = threshold

    def forward(self, x):
        fixed = x.detach()
        value = (fixed > self.threshold).to(x.dtype) - (fixed < -self.threshold).to(x.dtype)
        straight = torch.where(fixed.abs() <= 1, x, torch.zeros_like(x))
        return value + (straight - straight.detach())
