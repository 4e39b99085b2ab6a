# fails: positive_gain, negative_gain, threshold, tie, other_scale, eps, one_dimension, far_away, unchanged
# en: Your edge is upside down: the scale is divided by it.
# ja: スケールを境目で割っていて、割り算が逆になっています。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = scale / (norm.running_mean.double() - norm.bias.double() * sigma / gain)
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
