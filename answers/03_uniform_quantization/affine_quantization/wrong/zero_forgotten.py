# fails: y_b4, y_b8, positive_range, negative_range, ties, other_shape, float64, far_outside, zero, empty
# en: Your ruler always begins at 0, whatever alpha is: all negative values become 0. Look at what Z
#     should be.
# ja: alpha がいくつでも、ものさしが 0 から始まっています。負の値はすべて 0 になります。
#     Z がいくつになるはずか、式を見てください。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = 0
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
