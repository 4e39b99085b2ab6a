# mistake: a step forward only, compared with w itself
# named: forward_only
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    grads = []
    for eps in noise:
        slope = (loss(w + sigma * eps) - loss(w)) / sigma
        grads.append(slope * eps)
    return torch.stack(grads).mean(dim=0)
