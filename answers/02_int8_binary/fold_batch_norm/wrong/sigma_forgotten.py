# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension, far_away, tie, unchanged
# en: You compute sigma and never use it. Only for channels with a variance near 1 is your edge
#     right. Look at the factors of the shift in the formula.
# ja: 標準偏差を計算していますが、使っていません。
#     分散が 1 に近いチャネルでしか、境目が正しくなりません。
#     式で、シフトに何が掛かっているか見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
