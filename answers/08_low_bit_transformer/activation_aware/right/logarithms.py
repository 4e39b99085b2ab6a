def activation_aware(weight, x, round_weight, alphas):
    log_mean = x.abs().mean(0).log()
    log_mean = log_mean.masked_fill(log_mean.isinf(), 0)

    def attempt(alpha):
        s = torch.exp(alpha * log_mean)
        return round_weight(weight * s) / s

    return min(map(attempt, alphas), key=lambda w: ((weight - w) @ x.T).square().sum().item())
