# mistake: the slopes are averaged, but no slope is multiplied by its epsilon
# named: direction_forgotten
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    slopes = []
    for eps in noise:
        slopes.append((loss(w + sigma * eps) - loss(w - sigma * eps)) / (2 * sigma))
    return torch.stack(slopes).mean() * torch.ones_like(w)
