# fails: negative_gain, flip, threshold, tie, one_dimension, far_away
# en: Your flip is 0 for falling channels, so their sum does not count at all.
# ja: 下がるチャネルの flip が 0 なので、その和がまったく効きません。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -0)
    return flip, torch.ceil(flip * edge).long()
