# fails: y_b8, ties, other_shape, y_b2
# en: The distance of your marks is that of 4 bits, whatever b is: with 8 bits they lie too far
#     apart. Look at the formula of S: what depends on b?
# ja: b がいくつでも、目盛りの間隔が 4 ビットのときのままです。8 ビットでは粗すぎます。
#     S の式の中で、b によって変わるのはどこでしょうか。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / 15
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
