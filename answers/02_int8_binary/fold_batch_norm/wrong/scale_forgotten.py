# fails: positive_gain, negative_gain, threshold, tie, other_scale, eps, one_dimension, far_away, unchanged
# en: You never use scale, so your threshold is one for the values s z. integer_sign compares whole
#     numbers z. Look at how the two differ in section 11.
# ja: scale を使っていないので、値 s z に対するしきい値になっています。
#     integer_sign が比べるのは整数 z です。両者の違いを、11 節で見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain)
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
