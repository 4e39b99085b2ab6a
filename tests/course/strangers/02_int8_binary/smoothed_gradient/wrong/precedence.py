# mistake: "/ 2 * sigma" divides by 2 and multiplies by sigma
# named: brackets_of_the_denominator
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    results = [(loss(w + sigma * e) - loss(w - sigma * e)) / 2 * sigma * e for e in noise]
    return torch.stack(results).mean(0)
