# fails: y_b4, y_b8, zero, positive_range, negative_range, ties, other_shape, y_b2, far_outside, empty
# en: You count the marks from alpha itself, so 0 falls between two marks and does not stay 0. Read
#     again why Z is a whole number.
# ja: 目盛りを alpha から数えているので、0 が 2 つの目盛りの間に落ち、0 のままになりません。
#     Z が整数でなければならない理由を、読み直してください。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    return scale * torch.clamp(torch.round((r - alpha) / scale), 0, 2**b - 1) + alpha
