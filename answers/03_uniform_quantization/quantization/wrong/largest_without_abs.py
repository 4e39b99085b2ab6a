# fails: negative_side
# en: Your alpha is the largest value, not the largest magnitude. Where a negative value lies
#     farthest from 0, the ruler is too short and this value is clipped.
# ja: alpha が、絶対値の最大ではなく、ただの最大値になっています。
#     0 からいちばん遠い値が負のとき、ものさしが短すぎて、その値がクリップされます。
def quantization(r, b=4):
    scale = 2 * r.max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
