# fails: curved, sigma, staircase, shape, one, unchanged, float64
# en: You take the loss ahead away from the loss behind: the result points downhill.
# ja: 後ろの損失から前の損失を引いているので、結果が坂を下る向きになっています。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = [(loss(w - sigma * e) - loss(w + sigma * e)) / (2 * sigma) * e for e in noise]
    return torch.stack(parts).mean(dim=0)
