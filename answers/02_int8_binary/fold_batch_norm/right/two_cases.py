def fold_batch_norm(norm, scale):
    gain, shift = norm.weight.detach().double(), norm.bias.detach().double()
    mean, var = norm.running_mean.double(), norm.running_var.double()
    edge = (mean - shift * (var + norm.eps) ** 0.5 / gain) / scale
    rises = gain > 0
    flip = 2 * rises.long() - 1
    threshold = torch.where(rises, edge.ceil(), -edge.floor())
    return flip, threshold.to(torch.int64)
