# fails: curved, sigma, staircase, shape, one, unchanged, float64
# en: You take the mean over all dimensions and get one number. Over which one does the expectation
#     run?
# ja: すべての次元で平均しているので、数が 1 つになっています。期待値は、どの次元についての平均でしょうか。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = [(loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) * e for e in noise]
    return torch.stack(parts).mean()
