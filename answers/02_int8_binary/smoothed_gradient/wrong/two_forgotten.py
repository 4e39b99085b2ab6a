# fails: curved, sigma, staircase, shape, one, unchanged, float64
# en: Your result is twice as large as it should be: between the two points lie two steps.
# ja: 結果が 2 倍になっています。2 つの点の間は 2 歩分離れています。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = [(loss(w + sigma * e) - loss(w - sigma * e)) / sigma * e for e in noise]
    return torch.stack(parts).mean(dim=0)
