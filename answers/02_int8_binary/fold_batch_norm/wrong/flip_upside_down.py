# fails: positive_gain, negative_gain, flip, threshold, tie, other_scale, eps, unchanged, one_dimension, far_away
# en: Your flip is -1 where the gain is positive, and +1 where it is negative, so all signs come out
#     reversed. Look at what f stands for in section 11.
# ja: flip が、ゲインが正のとき -1、負のとき +1 になっているので、符号がすべて逆になります。
#     11 節で f が何を表しているか、見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, -1, 1)
    return flip, torch.ceil(flip * edge).long()
