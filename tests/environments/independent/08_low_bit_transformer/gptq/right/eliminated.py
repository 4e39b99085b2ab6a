# Optimal Brain Surgeon without Cholesky: a channel is eliminated from the inverse after its step
def hessian_of(x, damping=0.01):
    flat = x.reshape(-1, x.shape[-1])
    hessian = torch.einsum("ni,nj->ij", flat, flat).mul(2 / flat.shape[0])
    hessian.diagonal().add_(damping * hessian.trace() / hessian.shape[0])
    return hessian


def gptq(weight, hessian, round_column):
    inverse, work = torch.inverse(hessian), weight.detach().clone()
    columns = []
    for j in range(work.shape[1]):
        columns.append(round_column(j, work[:, j]))
        step = (work[:, j] - columns[-1]) / inverse[j, j]
        work = work - step[:, None] * inverse[j][None, :]
        inverse = inverse - torch.outer(inverse[:, j], inverse[j]) / inverse[j, j]
    return torch.stack(columns, dim=1)
