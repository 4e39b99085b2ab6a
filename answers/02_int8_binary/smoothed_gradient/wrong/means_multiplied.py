# fails: curved, sigma, staircase, shape, unchanged, float64
# en: You take the mean of the slopes and the mean of the directions, and multiply the two. Look
#     at what stands inside the expectation of the formula.
# ja: 傾きの平均と方向の平均を別々に求めて、掛け合わせています。
#     式の期待値の中に何があるか、見直してください。
def smoothed_gradient(loss, w, sigma, noise):
    slopes = [(loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) for e in noise]
    return torch.stack(slopes).mean() * noise.mean(0)
