@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    def measured(e):
        return (loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) * e

    return torch.vmap(measured)(noise).mean(dim=0)
