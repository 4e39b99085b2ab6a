# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension
# The threshold is rounded to the nearest whole number.
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.round(flip * edge).long()
