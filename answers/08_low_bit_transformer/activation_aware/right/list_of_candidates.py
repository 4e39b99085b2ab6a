def activation_aware(weight, x, round_weight, alphas):
    candidates = []
    for alpha in alphas:
        s = x.abs().mean(dim=0) ** alpha
        s[(x == 0).all(dim=0)] = 1.0
        w_hat = round_weight(weight * s) / s
        candidates.append((torch.mean(((weight - w_hat) @ x.T) ** 2).item(), w_hat))
    return min(candidates, key=lambda pair: pair[0])[1]
