# fails: positive_gain, flip, tie, other_scale, eps, far_away, unchanged
# en: Your flip compares the gain with 1: gains between 0 and 1 count as negative.
# ja: flip がゲインを 1 と比べています。0 と 1 の間のゲインが、負と見なされます。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 1, 1, -1)
    return flip, torch.ceil(flip * edge).long()
