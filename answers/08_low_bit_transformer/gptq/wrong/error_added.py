# fails: closed_form, rounded, offered, many, float32
# en: The error is fed forward with the wrong sign: it makes the output worse, not better.
# ja: 誤差を逆の符号で送っています。これでは、出力の誤差が減らずに増えます。
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
        weight[:, j + 1 :] += torch.outer(error, upper[j, j + 1 :])
    return rounded
