# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension
# The variance stands in the place of the standard deviation.
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), norm.running_var.double() + norm.eps
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
