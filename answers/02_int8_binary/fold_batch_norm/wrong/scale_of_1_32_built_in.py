# fails: other_scale, one_dimension
# en: You compute with 1/32, whatever scale says. In the first layer the scale is another one. Look
#     at what your function is given.
# ja: scale が何でも、1/32 として計算しています。最初の層では、スケールが違います。
#     関数が何を受け取っているか、見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) * 32
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
