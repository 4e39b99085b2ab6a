# fails: positive_gain, negative_gain, threshold, other_scale, eps, one_dimension, tie, unchanged, far_away
# en: You make an integer of the threshold by cutting off its digits, which goes towards zero.
#     Negative ones are right, positive ones are one too low. In which direction does section 11
#     round?
# ja: 小数部分を切り捨ててしきい値を整数にしているので、0 に近いほうへ丸められます。
#     負のときは合いますが、正のときは 1 だけ小さくなります。11 節では、どちらに丸めていますか。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, (flip * edge).long()
