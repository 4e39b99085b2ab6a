def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = 2 * (x.T @ x) / x.shape[0]
    return hessian + torch.diag(torch.full_like(hessian[0], damping * hessian.trace() / len(hessian)))


def gptq(weight, hessian, round_column):
    """Without Cholesky: the inverse of what is left follows from the inverse before."""
    weight, inverse = weight.clone(), torch.linalg.inv(hessian)
    for j in range(weight.shape[1]):
        rounded = round_column(j, weight[:, j].clone())
        error = (weight[:, j] - rounded) / inverse[j, j]
        weight[:, j + 1 :] -= torch.outer(error, inverse[j, j + 1 :])
        weight[:, j] = rounded
        inverse = inverse - torch.outer(inverse[:, j], inverse[j]) / inverse[j, j]
    return weight
