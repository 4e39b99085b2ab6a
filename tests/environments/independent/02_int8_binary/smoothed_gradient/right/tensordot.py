# the slopes first, as a vector, and then one product with all the noise
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    ahead = torch.tensor([loss(w + sigma * e).item() for e in noise], dtype=noise.dtype)
    behind = torch.tensor([loss(w - sigma * e).item() for e in noise], dtype=noise.dtype)
    return torch.tensordot((ahead - behind) / (2 * sigma * len(noise)), noise, dims=1)
