def hessian_of(x, damping=0.01):
    x = x.reshape(-1, x.shape[-1])
    hessian = 2 / len(x) * torch.einsum("ni,nj->ij", x, x)
    hessian.diagonal().add_(damping * hessian.diagonal().mean())
    return hessian


def gptq(weight, hessian, round_column):
    """The best change of the columns that are left, solved for anew after each one."""
    rounded, columns = weight.clone(), weight.shape[1]
    for j in range(columns):
        before = rounded[:, j].clone()
        rounded[:, j] = round_column(j, before)
        rest = slice(j + 1, columns)
        pull = torch.outer(before - rounded[:, j], hessian[j, rest])
        if j + 1 < columns:
            rounded[:, rest] += torch.linalg.solve(hessian[rest, rest], pull.T).T
    return rounded
