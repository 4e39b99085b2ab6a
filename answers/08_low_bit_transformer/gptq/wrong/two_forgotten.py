# fails: hessian, damped, batch, transposed
# en: The factor 2 of the Hessian is missing.
# ja: ヘッセ行列の 2 倍が抜けています。
def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = x.T @ x / len(x)
    return hessian + damping * hessian.diagonal().mean() * torch.eye(len(hessian), dtype=x.dtype)


def gptq(weight, hessian, round_column):
    weight, rounded = weight.clone(), torch.empty_like(weight)
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    for j in range(weight.shape[1]):
        rounded[:, j] = round_column(j, weight[:, j])
        error = (weight[:, j] - rounded[:, j]) / upper[j, j]
        weight[:, j + 1 :] -= torch.outer(error, upper[j, j + 1 :])
    return rounded
