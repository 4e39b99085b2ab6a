# mistake: the rows of the Hessian itself, divided by its diagonal
def hessian_of(x, damping=0.01):
    x = x.reshape(-1, x.shape[-1])
    h = 2 * x.T.matmul(x) / x.shape[0]
    return h + damping * h.diag().mean() * torch.eye(h.shape[0], dtype=h.dtype)


def gptq(weight, hessian, round_column):
    w, result = weight.clone(), weight.clone()
    for j in range(w.shape[1]):
        result[:, j] = round_column(j, w[:, j])
        error = w[:, j] - result[:, j]
        w[:, j + 1 :] += error[:, None] * hessian[j, j + 1 :] / hessian[j, j]
    return result
