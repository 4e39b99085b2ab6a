# fails: curved, sigma, staircase, shape, one, unchanged, float64
# same: direction_forgotten
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    slopes = [(loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) for e in noise]
    return torch.full_like(w, torch.stack(slopes).mean().item())
