# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension, tie, unchanged, far_away
# en: Your sigma is still the variance, with eps in it. Look at the definition of sigma in section
#     11. Something is missing.
# ja: 標準偏差のところが、eps を足した分散のままになっています。11 節の σ の定義と比べてください。
#     演算が 1 つ足りません。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), norm.running_var.double() + norm.eps
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
