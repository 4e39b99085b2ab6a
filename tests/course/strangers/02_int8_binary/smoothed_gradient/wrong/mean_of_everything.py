# mistake: the mean runs over the numbers of w as well
# named: mean_of_everything
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    results = []
    for eps in noise:
        d = loss(w + sigma * eps) - loss(w - sigma * eps)
        results.append(d / (2 * sigma) * eps)
    return torch.stack(results).mean()
