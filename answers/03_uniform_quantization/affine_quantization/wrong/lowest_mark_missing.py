# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Your lowest mark is 1, so that alpha itself is never reached.
# ja: いちばん下の目盛りが 1 なので、alpha そのものになることがありません。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 1, 2**b - 1)
    return scale * (q + zero)
