# mistake: not divided by the number of places
# named: not_divided_by_n
def hessian_of(x, damping=0.01):
    x = x.reshape(-1, x.shape[-1])
    h = 2 * x.T.matmul(x)
    return h + damping * h.diag().mean() * torch.eye(h.shape[0], dtype=h.dtype)


def gptq(weight, hessian, round_column):
    w, result = weight.clone(), weight.clone()
    u = torch.linalg.cholesky(torch.linalg.inv(hessian), upper=True)
    for j in range(w.shape[1]):
        result[:, j] = round_column(j, w[:, j])
        w[:, j:] -= ((w[:, j] - result[:, j]) / u[j, j])[:, None] * u[j, j:][None, :]
    return result
