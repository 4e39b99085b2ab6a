# fails: y_b4, negative_range, other_shape, y_b2, zero, ties, far_outside, empty
# en: For some ranges your whole ruler lies one step too low: Z goes down even where the integer
#     above is nearer. Look at how the text makes a whole number of alpha / S.
# ja: 範囲によっては、ものさし全体が 1 目盛り下にずれます。
#     上の整数のほうが近いときも、Z が下に丸められているからです。
#     alpha / S をどうやって整数にするのか、式を見てください。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = alpha // scale
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
