# mistake: the factor 2 of the Hessian is missing
# named: two_forgotten
def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = x.T @ x / len(x)
    return hessian + damping * hessian.diagonal().mean() * torch.eye(len(hessian), dtype=x.dtype)


def gptq(weight, hessian, round_column):
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    rest, rounded = weight.clone(), torch.zeros_like(weight)
    for j in range(weight.shape[1]):
        rounded[:, j] = round_column(j, rest[:, j])
        error = (rest[:, j] - rounded[:, j]) / upper[j, j]
        rest[:, j + 1 :] -= torch.outer(error, upper[j, j + 1 :])
    return rounded
