@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    slope = torch.stack([(loss(w + sigma * e) - loss(w - sigma * e)) / 2 / sigma for e in noise])
    return torch.einsum("n,n...->...", slope, noise) / noise.shape[0]
