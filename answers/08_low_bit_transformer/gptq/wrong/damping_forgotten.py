# fails: damped
# en: There is no damping: a channel that never speaks would make the Hessian impossible to
#     invert.
# ja: ダンピングがありません。
#     値がいつも 0 のチャネルがあると、逆行列が求められなくなります。
def hessian_of(x, damping=0.01):
    x = x.flatten(0, -2)
    hessian = 2 * x.T @ x / len(x)
    return hessian


def gptq(weight, hessian, round_column):
    weight, rounded = weight.clone(), torch.empty_like(weight)
    upper = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    for j in range(weight.shape[1]):
        rounded[:, j] = round_column(j, weight[:, j])
        error = (weight[:, j] - rounded[:, j]) / upper[j, j]
        weight[:, j + 1 :] -= torch.outer(error, upper[j, j + 1 :])
    return rounded
