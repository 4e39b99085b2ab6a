# fails: y_b4, y_b3, y_b8, ends, zeros, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2
# en: Your function stops with a NameError: its body uses a name that nobody has defined. Compare
#     the names in the body with the parameters.
# ja: NameError で止まります。どこにも定義されていない名前が、関数の中で使われています。
#     関数の中の名前と引数の名前を見比べてください。
def quantization(r, b=4):
    scale = 2 * values.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
