# fails: y_b4, y_b3, y_b8, ends, zeros, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2
# en: Your function returns a NumPy array, but layers and checks compute with tensors. Look at the
#     last line: where does the tensor turn into something else?
# ja: NumPy の配列を返していますが、層もチェックもテンソルで計算します。最後の行を見てください。
#     テンソルがどこで別のものに変わっているでしょうか。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return (scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)).numpy()
