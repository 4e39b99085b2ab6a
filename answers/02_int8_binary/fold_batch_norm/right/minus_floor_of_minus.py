@torch.no_grad()
def fold_batch_norm(norm, scale):
    state = {name: value.double() for name, value in norm.state_dict().items()}
    sigma = (state["running_var"] + norm.eps).sqrt()
    flip = torch.ones_like(norm.weight, dtype=torch.int64)
    flip[norm.weight < 0] = -1
    edge = (state["running_mean"] / scale - state["bias"] * sigma / (state["weight"] * scale)) * flip
    return flip, (-torch.floor(-edge)).long()
