# fails: float64 (only in grading)
# en: You turn the numbers into float32: with float64 digits are lost.
# ja: 数を float32 に変えています。float64 では桁が失われます。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    w, noise = w.float(), noise.float()
    parts = [(loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) * e for e in noise]
    return torch.stack(parts).mean(dim=0)
