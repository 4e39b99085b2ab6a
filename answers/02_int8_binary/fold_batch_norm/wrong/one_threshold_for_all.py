# fails: positive_gain, negative_gain, threshold, tie, other_scale, eps, one_dimension, unchanged, far_away
# en: All channels share one threshold, the mean of them. Each channel has its own gain, shift, mean
#     and variance. What does the task say about the shape?
# ja: すべてのチャネルが、平均した 1 つのしきい値を共有しています。
#     ゲイン、シフト、平均、分散はチャネルごとに違います。
#     戻り値の形について、課題を見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil((flip * edge).mean()).long().expand(len(gain))
