# fails: clamping
# en: Nothing stops your codes at the upper end. Where -low / scale and high / scale both end in .5,
#     both may be rounded up, and the largest code needs one bit more.
# ja: コードの上の端を抑えるものがありません。
#     -low / scale と high / scale の端数がどちらも 0.5 のときは、両方が切り上げられて、
#     いちばん大きいコードに 1 ビット余分に必要になることがあります。
def groupwise_quantize(weight, bit_width, group_size):
    groups, largest = weight.unflatten(-1, (-1, group_size)), 2**bit_width - 1
    low = groups.amin(-1, keepdim=True).clamp(max=0)
    high = groups.amax(-1, keepdim=True).clamp(min=0)
    scale = torch.where(high > low, (high - low) / largest, 1)
    zero_point = torch.round(-low / scale)
    q = torch.round(groups / scale) + zero_point
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    groups = q.unflatten(-1, (scale.shape[-1], -1))
    return ((groups - zero_point.unsqueeze(-1)) * scale.unsqueeze(-1)).flatten(-2)
