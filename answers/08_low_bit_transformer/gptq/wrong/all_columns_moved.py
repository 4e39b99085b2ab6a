# fails: closed_form, rounded, offered, many
# en: The error is fed to columns before the current one, too, or the rounded ones change once
#     more.
# ja: 前の列にも誤差を送っているか、丸め終えた列がもう一度変わっています。
def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = 2 * x.T @ x / len(x)
    return hessian + damping * hessian.diagonal().mean() * torch.eye(len(hessian), dtype=x.dtype)


def gptq(weight, hessian, round_column):
    weight, rounded = weight.clone(), torch.empty_like(weight)
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    for j in range(weight.shape[1]):
        rounded[:, j] = round_column(j, weight[:, j])
        error = (weight[:, j] - rounded[:, j]) / upper[j, j]
        moved = torch.outer(error, upper[j] + upper[:, j])
        moved[:, j] = 0
        weight -= moved
        rounded[:, :j] -= moved[:, :j]
    return rounded
