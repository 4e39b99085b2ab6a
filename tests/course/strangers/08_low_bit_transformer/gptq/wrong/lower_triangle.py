# mistake: cholesky without upper=True, so nothing stands right of the diagonal
# named: plain_rounding
def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = 2 * x.T @ x / len(x)
    return hessian + damping * hessian.diagonal().mean() * torch.eye(len(hessian), dtype=x.dtype)


def gptq(weight, hessian, round_column):
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian))
    rest, rounded = weight.clone(), torch.zeros_like(weight)
    for j in range(weight.shape[1]):
        rounded[:, j] = round_column(j, rest[:, j])
        error = (rest[:, j] - rounded[:, j]) / upper[j, j]
        rest[:, j + 1 :] -= torch.outer(error, upper[j, j + 1 :])
    return rounded
