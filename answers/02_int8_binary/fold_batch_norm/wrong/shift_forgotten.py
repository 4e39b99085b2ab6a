# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension, far_away, tie, unchanged
# en: Your edge is made of the mean alone. As soon as the shift is not 0, it lies elsewhere. Look at
#     the second part of the formula for the edge.
# ja: 境目を、平均だけから計算しています。シフトが 0 でなければ、境目は別の場所になります。
#     境目の式の、かっこの中の後半を見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double()) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
