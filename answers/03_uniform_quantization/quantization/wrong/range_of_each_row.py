# fails: other_shape
# en: In a tensor with several dimensions, each of your rows gets a range of its own. The task has
#     one alpha for the whole tensor.
# ja: 何次元かのテンソルで、行ごとに別の範囲を使っています。
#     この課題では、テンソル全体で 1 つの alpha を使います。
def quantization(r, b=4):
    alpha = r.abs().amax(-1, keepdim=True) if r.ndim else r.abs()
    scale = 2 * alpha / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
