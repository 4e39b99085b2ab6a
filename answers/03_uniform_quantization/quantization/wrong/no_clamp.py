# fails: y_b4, y_b3, y_b8, ends, ties, negative_side, other_shape, float64, tiny_and_huge, scalar, y_b2, zeros
# en: The largest value goes one mark too high. There r / S is half a step beyond the last mark, and
#     it is rounded to an integer that b bits cannot hold; your clamp lets it pass, or is missing.
# ja: 最大の値が、目盛り 1 つ分だけ上に行きすぎています。
#     そこでは r / S が最後の目盛りの半目盛り外にあり、丸めると b ビットでは表せない整数になります。
#     clamp がないか、この整数を通しています。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.round(r / scale)
