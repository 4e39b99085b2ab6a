# a mean that is brought up to date with each epsilon
@torch.no_grad()
def smoothed_gradient(loss, w, sigma, noise):
    mean = torch.zeros_like(w)
    for k, eps in enumerate(noise, start=1):
        step = eps.mul(sigma)
        slope = loss(w.add(step)).sub(loss(w.sub(step))).div(sigma).div(2)
        mean = mean + (slope * eps - mean) / k
    return mean
