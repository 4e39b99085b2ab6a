# fails: closed_form, rounded?, offered, many, float32
# en: The error is not divided by the element of the diagonal.
# ja: 誤差を対角成分で割っていません。
def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = 2 * x.T @ x / len(x)
    return hessian + damping * hessian.diagonal().mean() * torch.eye(len(hessian), dtype=x.dtype)


def gptq(weight, hessian, round_column):
    weight, rounded = weight.clone(), torch.empty_like(weight)
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    for j in range(weight.shape[1]):
        rounded[:, j] = round_column(j, weight[:, j])
        error = (weight[:, j] - rounded[:, j])
        weight[:, j + 1 :] -= torch.outer(error, upper[j, j + 1 :])
    return rounded
