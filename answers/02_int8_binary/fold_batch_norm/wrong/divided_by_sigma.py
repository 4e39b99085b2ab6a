# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension, far_away, tie, unchanged
# en: Your edge divides the shift by the deviation. Solve the equation for the sum again.
# ja: 境目の計算で、シフトを標準偏差で割っています。和についてもう一度解いてみてください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() / sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
