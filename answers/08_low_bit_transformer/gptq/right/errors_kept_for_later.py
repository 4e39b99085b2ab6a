def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = 2 * x.T @ x / len(x)
    return hessian + damping * hessian.diagonal().mean() * torch.eye(len(hessian), dtype=x.dtype)


def gptq(weight, hessian, round_column):
    weight, rounded = weight.clone(), torch.empty_like(weight)
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    errors = torch.zeros_like(weight)
    for j in range(weight.shape[1]):
        column = weight[:, j] - errors[:, :j] @ upper[:j, j]
        rounded[:, j] = round_column(j, column)
        errors[:, j] = (column - rounded[:, j]) / upper[j, j]
    return rounded
