# fails: negative_gain, threshold, one_dimension, far_away
# en: You round the edge up first and turn it round afterwards. For negative gains the threshold is
#     then one too low. Look at what it is that section 11 rounds up.
# ja: 境目を先に切り上げ、後で符号を変えています。
#     そのため、ゲインが負のときのしきい値が 1 だけ小さくなります。
#     11 節の式で何を切り上げているか、見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, flip * torch.ceil(edge).long()
