# fails: curved, sigma, staircase, shape, float64, unchanged
# en: You return inside the loop, so only the first direction counts.
# ja: ループの中で return しているので、最初の方向しか使っていません。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    for e in noise:
        return (loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) * e
