# mistake: w itself is moved there and back, and rounding leaves it changed
# named: w_moved_and_back
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    total = torch.zeros_like(w)
    for eps in noise:
        w += sigma * eps
        forward = loss(w)
        w -= 2 * sigma * eps
        backward = loss(w)
        w += sigma * eps
        total += (forward - backward) / (2 * sigma) * eps
    return total / len(noise)
