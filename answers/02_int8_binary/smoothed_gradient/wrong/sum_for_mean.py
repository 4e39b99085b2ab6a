# fails: curved, sigma, staircase, shape, float64, unchanged
# en: You add the directions up. The result should not grow with their number.
# ja: 方向ごとの値を足し合わせています。方向の数が増えても、結果が大きくなってはいけません。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = [(loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) * e for e in noise]
    return torch.stack(parts).sum(dim=0)
