# fails: one_dimension (only in grading)
# en: You refuse everything but nn.BatchNorm2d. The linear blocks of the network use nn.BatchNorm1d,
#     which holds the same four numbers. Is the test needed?
# ja: nn.BatchNorm2d 以外を断っています。全結合ブロックの nn.BatchNorm1d も、
#     同じ 4 つの数を持っています。その検査は必要でしょうか。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    if not isinstance(norm, nn.BatchNorm2d):
        raise TypeError("a BatchNorm2d is needed")
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    return flip, torch.ceil(flip * edge).long()
