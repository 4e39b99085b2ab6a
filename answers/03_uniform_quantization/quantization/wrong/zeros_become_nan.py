# fails: zeros
# en: Your function turns a tensor of zeros into NaN: its scale is 0, and 0/0 is not a number. All
#     other tensors come out right.
# ja: 0 ばかりのテンソルが NaN になって返ります。スケールが 0 になり、0/0 を計算しているからです。
#     ほかのテンソルは正しく量子化されています。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
