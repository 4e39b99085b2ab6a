@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = [(loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) * e for e in noise]
    return torch.stack(parts).mean(dim=0)
