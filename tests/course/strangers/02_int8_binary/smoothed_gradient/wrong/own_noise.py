# mistake: the noise is drawn again, noise only says how often
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    grads = []
    for _ in range(noise.shape[0]):
        eps = torch.randn_like(w)
        d = loss(w + sigma * eps) - loss(w - sigma * eps)
        grads.append(d / (2 * sigma) * eps)
    return torch.stack(grads).mean(dim=0)
