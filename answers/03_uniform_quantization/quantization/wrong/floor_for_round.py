# fails: y_b4, y_b3, y_b8, ends, zeros, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2
# en: Each of your values goes to the mark below it, so it may move by nearly a whole step. The rule
#     takes the nearest mark. Which function takes it?
# ja: どの値も下の目盛りに移っています。そのため、1 目盛り近く動くことがあります。
#     規則では、いちばん近い目盛りに移します。どの関数を使えばよいでしょうか。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.floor(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
