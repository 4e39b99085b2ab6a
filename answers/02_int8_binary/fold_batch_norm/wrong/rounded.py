# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension, tie, unchanged, far_away
# en: Your threshold is rounded to the nearest whole number. With an edge of 2.3 it is 2, and z = 2
#     gives +1 although it lies below. In which direction does section 11 round?
# ja: しきい値を、いちばん近い整数に丸めています。
#     境目が 2.3 だと 2 になり、境目より小さい z = 2 で +1 になってしまいます。
#     11 節では、どちらに丸めていますか。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.round(flip * edge).long()
