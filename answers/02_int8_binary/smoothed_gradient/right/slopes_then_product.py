@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    slopes = torch.stack([loss(w + sigma * e) - loss(w - sigma * e) for e in noise]) / (2 * sigma)
    return torch.tensordot(slopes, noise, dims=1) / len(noise)
