# fails: threshold, unchanged
# The gain of the layer is made positive on the way.
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    norm.weight.abs_()
    return flip, torch.ceil(flip * edge).long()
