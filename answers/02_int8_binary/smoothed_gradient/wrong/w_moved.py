# fails: curved, sigma, staircase, shape, one, unchanged, float64
# en: You move w itself, in place. The next direction then starts somewhere else, and w belongs to
#     the caller: compute new tensors.
# ja: w そのものを書き換えています。次の方向は別の場所から始まってしまいますし、
#     w は呼び出し側のものです。新しいテンソルを計算してください。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = []
    for e in noise:
        w += sigma * e
        ahead = loss(w)
        w -= 2 * sigma * e
        parts.append((ahead - loss(w)) / (2 * sigma) * e)
    return torch.stack(parts).mean(dim=0)
