import math


def fold_batch_norm(norm, scale):
    flips, thresholds = [], []
    numbers = (norm.weight, norm.bias, norm.running_mean, norm.running_var)
    for gain, shift, mean, var in zip(*(values.tolist() for values in numbers)):
        edge = (mean - shift * math.sqrt(var + norm.eps) / gain) / scale
        flips.append(1 if gain > 0 else -1)
        thresholds.append(math.ceil(edge) if gain > 0 else math.ceil(-edge))
    return torch.tensor(flips), torch.tensor(thresholds)
