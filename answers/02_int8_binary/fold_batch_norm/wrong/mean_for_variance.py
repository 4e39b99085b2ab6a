# fails: positive_gain, negative_gain, threshold, tie, other_scale, eps, one_dimension, far_away, unchanged
# en: Your deviation is made from the running mean. Look at the formula of sigma in section 11,
#     and at what PyTorch calls each number in it.
# ja: 標準偏差を、running_mean から計算しています。
#     11 節の σ の式と、式の中の数が PyTorch で何という名前かを見てください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_mean.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
