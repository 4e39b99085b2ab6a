# fails: unchanged
# en: The line above the function is gone, so autograd records thousands of evaluations that nobody
#     will go back through.
# ja: 関数の上の 1 行がなくなっています。誰もさかのぼらない計算を、自動微分が何千回分も記録してしまいます。
def smoothed_gradient(loss, w, sigma, noise):
    parts = [(loss(w + sigma * e) - loss(w - sigma * e)) / (2 * sigma) * e for e in noise]
    return torch.stack(parts).mean(dim=0)
