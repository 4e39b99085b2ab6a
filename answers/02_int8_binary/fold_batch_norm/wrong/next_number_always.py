# fails: tie
# en: Where batch norm gives exactly 0, your sign is -1: for a whole edge your threshold lies one
#     above it. What is the sign of 0 in this notebook?
# ja: バッチ正規化の結果がちょうど 0 のとき、符号が -1 になります。
#     境目が整数だと、しきい値がそれより 1 大きくなるからです。
#     このノートブックで、0 の符号は何でしたか。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, (torch.floor(flip * edge) + 1).long()
