# mistake: the difference is divided by sigma, not by 2 sigma
# named: two_forgotten
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    total = torch.zeros_like(w)
    for eps in noise:
        total += (loss(w + sigma * eps) - loss(w - sigma * eps)) / sigma * eps
    return total / len(noise)
