# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Your function divides and rounds the tensor r itself, so the caller's values are lost. Look
#     for methods with an underscore at the end.
# ja: 渡されたテンソル r そのものを割ったり丸めたりしているので、呼び出した側の値が失われます。
#     最後に _ の付くメソッドを探してください。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(r.div_(scale).round_() - zero, 0, 2**b - 1)
    return scale * (q + zero)
