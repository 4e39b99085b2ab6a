# fails: y_b2
# en: You limit the values to the range and leave the integers alone. Where Z was rounded, the
#     upper end then falls on an integer that b bits do not have. Which of the two does the
#     formula clamp?
# ja: 値を範囲に収めていますが、整数のほうはそのままです。Z が丸められたところでは、
#     上の端が b ビットにはない整数になります。式が範囲に収めているのは、
#     どちらでしょうか。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero_point = round(alpha / scale)
    q = torch.round(r.clamp(alpha, beta) / scale) - zero_point
    return scale * (q + zero_point)
