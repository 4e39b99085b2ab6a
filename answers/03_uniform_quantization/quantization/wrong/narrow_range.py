# fails: ends, negative_side
# en: Your lowest mark is missing: with S = 1 and 4 bits, -7.5 becomes -7. Read again how far a
#     two's-complement integer reaches, down and up.
# ja: いちばん下の目盛りがありません。S = 1、4 ビットのとき、-7.5 が -7 になります。
#     2 の補数の整数が、負の側と正の側でそれぞれどこまで伸びるか、読み直してください。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)) + 1, 2 ** (b - 1) - 1)
