# fails: curved, sigma, shape, one, float64, unchanged
# en: You do not divide by sigma. A difference becomes a slope only when it is divided by the way.
# ja: sigma で割っていません。差は、進んだ距離で割って初めて傾きになります。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = [(loss(w + sigma * e) - loss(w - sigma * e)) / 2 * e for e in noise]
    return torch.stack(parts).mean(dim=0)
