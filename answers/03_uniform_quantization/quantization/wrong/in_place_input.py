# fails: y_b4, y_b3, y_b8, ends, ties, negative_side, positive_only, other_shape, float64, scalar, y_b2, zeros
# en: Your function writes its result into the tensor that it was given, so the caller's values are
#     lost. Look for operations in place: methods with an underscore at the end, or /= and the like.
# ja: 渡されたテンソルそのものに結果を書き込んでいるので、呼び出した側の値が失われます。
#     インプレースの演算（最後に _ の付くメソッドや /= など）を探してください。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    r.div_(scale).round_().clamp_(-(2 ** (b - 1)), 2 ** (b - 1) - 1).mul_(scale)
    return r
