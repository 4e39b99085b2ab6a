# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension, far_away, tie, unchanged
# en: Your threshold is rounded down. With an edge of 2.3, z = 2 then gives +1, although it lies
#     below the edge. In which direction does section 11 round?
# ja: しきい値を切り下げています。境目が 2.3 のとき、それより小さい z = 2 でも +1 になってしまいま
#     す。11 節では、どちらに丸めていますか。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.floor(flip * edge).long()
