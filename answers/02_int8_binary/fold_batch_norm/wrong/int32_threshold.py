# fails: threshold, one_dimension, far_away
# en: Your threshold is a whole number, but of the type int32, and one that lies far away may not
#     fit. Look at the type that the task asks for.
# ja: しきい値は整数ですが、型が int32 です。遠く離れたしきい値は入らないかもしれません。
#     課題に書かれた型を見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).int()
