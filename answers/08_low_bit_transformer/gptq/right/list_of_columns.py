def hessian_of(x, damping=0.01):
    flat = x.flatten(0, -2)
    hessian = 2 * torch.cov(flat.T, correction=0) + 2 * torch.outer(flat.mean(0), flat.mean(0))
    return hessian + damping * hessian.diag().mean() * torch.eye(x.shape[-1], dtype=x.dtype)


def gptq(weight, hessian, round_column):
    columns = list(weight.unbind(1))
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian)).T
    for j, column in enumerate(columns):
        columns[j] = round_column(j, column)
        error = (column - columns[j]) / upper[j, j]
        for k in range(j + 1, len(columns)):
            columns[k] = columns[k] - error * upper[j, k]
    return torch.stack(columns, dim=1)
