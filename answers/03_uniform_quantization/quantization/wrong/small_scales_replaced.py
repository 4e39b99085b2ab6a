# fails: positive_only, other_shape, float64, tiny_and_huge, scalar
# en: Where the scale is below 1 you replace it by 1. Only a tensor of zeros needs another one.
# ja: スケールが 1 より小さいと、1 に置き換えています。置き換える必要があるのは、0 ばかりのテンソルだけです。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 1, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
