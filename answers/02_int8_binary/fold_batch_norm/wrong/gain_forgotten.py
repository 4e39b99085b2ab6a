# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension, far_away, tie, unchanged
# en: Your edge does not depend on the gain at all. Only for a gain of 1 is it right. Solve the
#     formula of batch norm for z once more, step by step.
# ja: 境目がゲインによらない値になっています。正しいのは、ゲインが 1 のときだけです。
#     バッチ正規化の式を、もう一度順を追って z について解いてみてください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
