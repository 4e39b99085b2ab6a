# mistake: the error is not divided by U_jj
# named: not_divided
def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = 2 * x.T @ x / len(x)
    return hessian + damping * hessian.diagonal().mean() * torch.eye(len(hessian), dtype=x.dtype)


def gptq(weight, hessian, round_column):
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    rest, rounded = weight.clone(), torch.zeros_like(weight)
    for j in range(weight.shape[1]):
        rounded[:, j] = round_column(j, rest[:, j])
        error = rest[:, j] - rounded[:, j]
        rest[:, j + 1 :] -= torch.outer(error, upper[j, j + 1 :])
    return rounded
