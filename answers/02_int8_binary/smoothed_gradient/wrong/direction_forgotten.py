# fails: curved, sigma, staircase, shape, one, unchanged, float64
# en: You take the mean of the slopes. Each slope belongs to a direction, and the result needs the
#     shape of w: which factor is missing?
# ja: 傾きだけを平均しています。どの傾きにも方向があり、結果は w と同じ形になるはずです。
#     何を掛け忘れているでしょうか。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    slopes = [(loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) for e in noise]
    return torch.stack(slopes).mean()
