# fails: float64, tiny_and_huge (only in grading)
# en: You add a small number to every scale to avoid 0/0. Values around 1e-9 are smaller than this
#     number, and all become 0; others are shifted a little. Only one case has a scale of 0.
# ja: 0/0 を避けるために、どのスケールにも小さな数を足しています。
#     1e-9 くらいの値はこの数より小さいので、すべて 0 になり、ほかの値もわずかにずれます。
#     スケールが 0 になる場合は 1 つしかありません。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1) + 1e-8
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
