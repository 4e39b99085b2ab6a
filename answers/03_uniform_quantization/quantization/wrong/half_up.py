# fails: ends, ties, negative_side
# en: Your ties always go up: 0.5 becomes 1, and -7.5 becomes -7. Look at what the text says about
#     values exactly half-way between two marks.
# ja: ちょうど中間の値が、いつも上に丸められています。0.5 は 1 に、-7.5 は -7 になります。
#     2 つの目盛りのちょうど中間にある値について、説明を読み直してください。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.floor(r / scale + 0.5), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
