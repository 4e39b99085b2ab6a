@torch.no_grad()
def fold_batch_norm(norm, scale):
    sigma = (norm.running_var + norm.eps).sqrt()
    edge = norm.running_mean / scale - norm.bias * sigma / norm.weight / scale
    flip = norm.weight.sign()
    return flip.long(), (flip * edge).ceil().long()
