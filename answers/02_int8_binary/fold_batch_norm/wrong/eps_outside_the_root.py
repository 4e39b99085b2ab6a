# fails: other_scale, eps
# en: You add eps after taking the root. It is easily missed, because eps is small as a rule. Look
#     at how far the root reaches in section 11.
# ja: 平方根を取った後で eps を足しています。eps はふつう小さいので、気づきにくい間違いです。
#     11 節で、平方根がどこまでかかっているか見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double()) + norm.eps
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
