# fails: positive_gain, negative_gain, threshold, tie, other_scale, eps, one_dimension, far_away, unchanged
# en: You multiply by scale on the way to the edge, and nearly all edges end up close to 0. Solve
#     for z once more: on which side of the formula does s stand, and where does it go?
# ja: 境目を求めるときに scale を掛けているので、ほとんどの境目が 0 のすぐ近くになります。
#     もう一度 z について解いてみてください。s は、式のどちら側から、どこへ移るでしょうか。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) * scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
