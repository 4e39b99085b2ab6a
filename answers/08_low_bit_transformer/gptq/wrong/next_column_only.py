# fails: closed_form, rounded, offered, many, float32
# en: Only the next column gets the error. Look at line 3 of the list in section 4: which columns
#     does it change?
# ja: 誤差を、すぐ次の列にしか送っていません。
#     4 節の操作 3 で、どの列が変わるかを見てください。
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
        weight[:, j + 1 : j + 2] -= torch.outer(error, upper[j, j + 1 : j + 2])
    return rounded
