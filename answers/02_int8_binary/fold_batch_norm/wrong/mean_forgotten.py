# fails: positive_gain, negative_gain, threshold, tie, other_scale, eps, one_dimension, far_away, unchanged
# en: Your edge does not contain the running mean, so it is right only where that is 0.
# ja: 境目に running_mean が入っていません。平均が 0 のときにしか合いません。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = norm.bias.double() * sigma / gain / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
