# fails: positive_gain, negative_gain, flip, tie, other_scale, eps, unchanged
# en: Your function returns flip with the opposite sign, while the threshold fits the right one.
# ja: flip の符号を逆にして返しています。しきい値のほうは正しい符号に合っています。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return -(flip), torch.ceil(flip * edge).long()
