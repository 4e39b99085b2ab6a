# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension, far_away, tie, unchanged
# en: Your shift moves the edge to the wrong side. A larger shift makes the normalized value larger,
#     so what does it do to the smallest z that suffices?
# ja: シフトによる境目のずれが、逆向きになっています。
#     シフトが大きいと、正規化した値は大きくなります。
#     すると、+1 になるために必要な z はどう変わるでしょうか。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() + norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
