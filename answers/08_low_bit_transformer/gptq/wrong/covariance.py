# fails: hessian, damped, batch, transposed
# en: You subtract the mean of the inputs first. The error of an output has no such step.
# ja: 先に入力の平均を引いています。出力の誤差の式に、その操作はありません。
def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    x = x - x.mean(0)
    hessian = 2 * x.T @ x / len(x)
    return hessian + damping * hessian.diagonal().mean() * torch.eye(len(hessian), dtype=x.dtype)


def gptq(weight, hessian, round_column):
    weight, rounded = weight.clone(), torch.empty_like(weight)
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    for j in range(weight.shape[1]):
        rounded[:, j] = round_column(j, weight[:, j])
        error = (weight[:, j] - rounded[:, j]) / upper[j, j]
        weight[:, j + 1 :] -= torch.outer(error, upper[j, j + 1 :])
    return rounded
