@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    ahead = torch.stack([loss(moved) for moved in w + sigma * noise])
    behind = torch.stack([loss(moved) for moved in w - sigma * noise])
    slope = ((ahead - behind) / (2 * sigma)).view(-1, *[1] * w.ndim)
    return (slope * noise).mean(dim=0)
