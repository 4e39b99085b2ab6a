# fails: curved, sigma, staircase, shape, one, unchanged
# en: You move w itself, and then back again. But w belongs to the caller, and rounding does not
#     bring back every digit: compute new tensors.
# ja: w そのものを動かしてから、元に戻しています。しかし w は呼び出し側のものですし、
#     丸めがあるので完全には元に戻りません。新しいテンソルを計算してください。
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    parts = []
    for e in noise:
        w += sigma * e
        ahead = loss(w)
        w -= 2 * sigma * e
        behind = loss(w)
        w += sigma * e
        parts.append((ahead - behind) / (2 * sigma) * e)
    return torch.stack(parts).mean(dim=0)
