# mistake: a negative gain does not flip
# named: negative_gains_forgotten
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.ones_like(gain).long()
    return flip, torch.ceil(flip * edge).long()
