# mistake: round to nearest, and the Hessian is never used
# named: plain_rounding
def hessian_of(x, damping=0.01):
    x = x.reshape(-1, x.shape[-1])
    h = 2 * x.T.matmul(x) / x.shape[0]
    return h + damping * h.diag().mean() * torch.eye(h.shape[0], dtype=h.dtype)


def gptq(weight, hessian, round_column):
    return torch.stack([round_column(j, weight[:, j]) for j in range(weight.shape[1])], dim=1)
