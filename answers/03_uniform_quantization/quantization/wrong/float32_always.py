# fails: float64 (only in grading)
# en: A float64 tensor comes back as float32, with half of its digits. Look for the place where your
#     function converts the tensor or the scale.
# ja: float64 のテンソルが float32 になって返り、桁が失われます。
#     テンソルやスケールの型を変えているところを探してください。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    r = r.float()
    scale = scale.float()
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
