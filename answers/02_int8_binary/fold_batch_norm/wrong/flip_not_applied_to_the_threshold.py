# fails: negative_gain, threshold, tie, one_dimension, far_away
# en: Your flip is right, but your threshold is made of the edge as it is, also for negative gains.
#     integer_sign turns z round, so the other side must follow. Look at the inequality with f in
#     section 11.
# ja: flip は正しいのですが、ゲインが負のときも、しきい値を境目からそのまま作っています。
#     integer_sign は z の符号を変えるので、もう一方の辺も合わせる必要があります。
#     11 節の f の付いた不等式を見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(edge).long()
