# fails: negative_gain, flip, threshold, tie, one_dimension, far_away
# en: Your flip is always +1, so every channel is treated as if its gain were positive. Where the
#     gain is negative, +1 should come for small z. Look at the second case in section 11.
# ja: flip がいつも +1 なので、どのチャネルもゲインが正として扱われます。
#     ゲインが負なら、z が小さいほうで +1 になるはずです。
#     11 節の場合分けの 2 行目を見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.ones_like(gain).long()
    return flip, torch.ceil(flip * edge).long()
