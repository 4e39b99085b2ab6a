# fails: negative_gain, flip, threshold, tie, one_dimension, far_away
# en: Your flip is True and False, not +1 and -1. A falling channel then never turns.
# ja: flip が +1 と -1 ではなく、True と False になっています。これでは、下がるチャネルが反転しません。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = gain > 0
    return flip, torch.ceil(flip * edge).long()
