# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Your ruler begins at beta, where it should end: everything below comes out near beta. Which
#     end belongs to the integer 0?
# ja: ものさしが、終わるはずの beta から始まっています。
#     それより下の値は、すべて beta の近くに移ります。整数の 0 は、どちらの端に当たるでしょうか。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(beta / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
