# fails: threshold, one_dimension, far_away
# en: Your threshold is rounded up to a whole number, but it still stands in a float tensor. Look at
#     the type that the task asks for.
# ja: しきい値は整数に切り上げられていますが、まだ浮動小数点数のテンソルに入っています。
#     課題に書かれた型を見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge)
