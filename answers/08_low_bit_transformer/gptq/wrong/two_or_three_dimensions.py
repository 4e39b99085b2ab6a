# fails: batch
# en: Two dimensions and three become one matrix of places, but there may be more in front of the
#     channels.
# ja: すべての位置を行に並べた行列になるのは、次元が 2 つか 3 つのときだけです。
#     チャネルの前には、もっと多くの次元があってもかまいません。
def hessian_of(x, damping=0.01):
    x = x.flatten(0, 1) if x.ndim == 3 else x
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
