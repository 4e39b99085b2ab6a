# fails: curved, sigma, staircase, shape, one, unchanged, float64
# en: You compare the step forward with the place where you stand. The formula compares forward with
#     backward.
# ja: 前に進んだところを、今いるところと比べています。式では、前と後ろを比べています。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = [(loss(w + sigma * e) - loss(w)) / sigma * e for e in noise]
    return torch.stack(parts).mean(dim=0)
