def activation_aware(weight, x, round_weight, alphas):
    gram = x.T @ x
    mean = x.abs().mean(0)
    mean[mean == 0] = 1
    found = [round_weight(weight * mean**alpha) / mean**alpha for alpha in alphas]
    errors = torch.stack([torch.trace((weight - w) @ gram @ (weight - w).T) for w in found])
    return found[errors.argmin()]
