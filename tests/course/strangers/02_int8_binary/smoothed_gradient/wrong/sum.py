# mistake: the sum over the epsilon, not the mean
# named: sum_for_mean
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    grad = torch.zeros_like(w)
    for eps in noise:
        grad += (loss(w + sigma * eps) - loss(w - sigma * eps)) / (2 * sigma) * eps
    return grad
