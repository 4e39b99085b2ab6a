# the step of column j makes the column itself the rounded one, so nothing else is kept
def hessian_of(x, damping=0.01):
    total, n = 0, 0
    for row in x.reshape(-1, x.shape[-1]):
        total, n = total + row[:, None] * row[None, :], n + 1
    hessian = 2 * total / n
    return hessian + torch.diag(torch.full_like(hessian[0], damping) * torch.diag(hessian).mean())


def gptq(weight, hessian, round_column):
    work = weight.clone()
    lower = torch.linalg.cholesky(torch.cholesky_inverse(torch.linalg.cholesky(hessian)))
    for j in range(work.shape[1]):
        wanted = round_column(j, work[:, j].clone())
        work[:, j:] += torch.outer(wanted - work[:, j], lower[j:, j] / lower[j, j])
        work[:, j] = wanted
    return work
