# fails: other_scale, eps, far_away
# en: Your eps is taken away from the variance. With a large eps the thresholds are far off.
# ja: 分散から eps を引いています。eps が大きいと、しきい値が大きくずれます。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() - norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
