# fails: ties
# en: Your ties always go up: with S = 1, 0.5 becomes 1 and -1.5 becomes -1. The rounding of the
#     formula treats ties in another way.
# ja: ちょうど中間の値が、いつも上に丸められています。
#     S = 1 のとき、0.5 は 1 に、-1.5 は -1 になります。
#     式の round は、中間の値を別の規則で丸めます。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.floor(r / scale + 0.5) - zero, 0, 2**b - 1)
    return scale * (q + zero)
