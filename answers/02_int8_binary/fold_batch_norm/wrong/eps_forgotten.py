# fails: other_scale, eps, far_away
# en: Your sigma is made of the variance alone. Where eps is large or the variance is small, the
#     edge moves. Look at what stands under the root in section 11.
# ja: 標準偏差を、分散だけから計算しています。eps が大きいときや分散が小さいときに、境目がずれます。
#     11 節で、平方根の中に何があるか見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double())
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
