# fails: y_b3, y_b8, ends, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2, zeros
# en: The alpha of the first tensor is kept and used for all later ones, whatever values they have.
#     Look at what outlives a call of your function.
# ja: 最初に渡されたテンソルの alpha を覚えていて、後のテンソルにも同じ値を使っています。
#     関数を呼び終えても残っているものがないか、見てください。
known = {}


def quantization(r, b=4):
    alpha = known.setdefault("alpha", r.abs().max().item())
    scale = 2 * alpha / (2**b - 1)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
