@torch.no_grad()
def fold_batch_norm(norm, scale):
    """Asks batch norm itself: halves the interval of whole numbers until the sign's change is found."""
    gain, shift, mean = norm.weight.double(), norm.bias.double(), norm.running_mean.double()
    sigma = torch.sqrt(norm.running_var.double() + norm.eps)
    flip = torch.where(gain > 0, 1, -1)
    low, high = torch.full_like(flip, -(2**40)), torch.full_like(flip, 2**40)
    while (high - low).max() > 1:
        middle = torch.div(low + high, 2, rounding_mode="floor")
        fires = gain * ((flip * middle).double() * scale - mean) + shift * sigma >= 0
        low, high = torch.where(fires, low, middle), torch.where(fires, middle, high)
    return flip, high
