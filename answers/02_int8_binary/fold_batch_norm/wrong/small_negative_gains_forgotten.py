# fails: negative_gain, flip, threshold, one_dimension, far_away
# en: Your flip compares the gain with -1: gains between -1 and 0 count as positive.
# ja: flip がゲインを -1 と比べています。-1 と 0 の間のゲインが、正と見なされます。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > (-1), 1, -1)
    return flip, torch.ceil(flip * edge).long()
