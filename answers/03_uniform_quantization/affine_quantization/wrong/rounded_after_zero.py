# fails: ties
# en: You take Z off before you round. Where Z is odd, ties then go to the odd neighbour: with S = 1
#     and Z = -3, 0.5 becomes 1. Look at what the formula rounds.
# ja: Z を引いてから丸めています。Z が奇数だと、中間の値が奇数のほうに丸められます。
#     S = 1、Z = -3 のとき、0.5 が 1 になります。式では何を丸めているか、見てください。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale - zero), 0, 2**b - 1)
    return scale * (q + zero)
