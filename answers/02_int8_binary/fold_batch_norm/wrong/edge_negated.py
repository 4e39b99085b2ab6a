# fails: positive_gain, negative_gain, threshold, tie, other_scale, eps, one_dimension, far_away, unchanged
# en: Your edge has the opposite sign: the mean and the shift are exchanged.
# ja: 平均とシフトの項が入れ替わっていて、境目の符号が逆になっています。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.bias.double() * sigma / gain - norm.running_mean.double()) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
