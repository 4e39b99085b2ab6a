# fails: y_b4
# en: If no b is given, your function uses 8 bits: many more marks than the task asks for. Look at
#     the default in the first line of the function.
# ja: b を渡さないとき、8 ビットで量子化しています。課題が求めるよりもずっと多くの目盛りになります。
#     関数の 1 行目にある b の既定値を見てください。
def quantization(r, b=8):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
