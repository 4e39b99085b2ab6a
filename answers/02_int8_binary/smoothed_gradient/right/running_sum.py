@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    total = torch.zeros_like(w)
    for e in noise:
        step = sigma * e
        total += (loss(w + step) - loss(w - step)) * e
    return total / (2 * sigma * len(noise))
