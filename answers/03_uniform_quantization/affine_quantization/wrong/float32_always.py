# fails: float64 (only in grading)
# en: A float64 tensor comes back as float32, with half of its digits. Look for the place where your
#     function converts r.
# ja: float64 のテンソルが float32 になって返り、桁が失われます。
#     r の型を変えているところを探してください。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r.float() / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
