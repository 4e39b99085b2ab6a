# fails: closed_form, rounded, offered, many, float32
# en: You go from the last column to the first.
# ja: 最後の列から最初の列へと進んでいます。
def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = 2 * x.T @ x / len(x)
    return hessian + damping * hessian.diagonal().mean() * torch.eye(len(hessian), dtype=x.dtype)


def gptq(weight, hessian, round_column):
    weight, rounded = weight.clone(), torch.empty_like(weight)
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian.flip(0, 1)), upper=True).flip(0, 1)
    for j in reversed(range(weight.shape[1])):
        rounded[:, j] = round_column(j, weight[:, j])
        error = (weight[:, j] - rounded[:, j]) / upper[j, j]
        weight[:, :j] -= torch.outer(error, upper[j, :j])
    return rounded
