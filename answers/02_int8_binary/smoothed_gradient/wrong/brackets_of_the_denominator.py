# fails: curved, sigma, shape, one, float64, unchanged
# en: You divide by 2, but multiply by sigma: / and * are computed from left to right. Where do
#     brackets belong?
# ja: 2 で割った後、sigma を掛けています。/ と * は左から順に計算されます。
#     どこにかっこが要るでしょうか。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = [(loss(w + sigma * e) - loss(w - sigma * e)) / 2 * sigma * e for e in noise]
    return torch.stack(parts).mean(dim=0)
