# fails: scale_and_zero_point, percentile, default_share, mse_b2, mse_b4, by_name, only_zeros, other_shape, two_observers, float64
# en: Your values stand on the class: all observers see what one of them has observed. Each layer
#     needs its own.
# ja: 値がクラスに置かれているので、1 つのオブザーバが見た値を、すべてのオブザーバが共有しています。
#     層ごとに別々に持つ必要があります。
class Observer:
    values = torch.empty(0)

    def __init__(self, bit_width=4, method="min_max"):
        self.bit_width, self.method = bit_width, method

    def observe(self, x):
        Observer.values = torch.cat([Observer.values, x.detach().flatten()])

    def min_max(self):
        return self.values.min().item(), self.values.max().item()

    def percentile(self, outside=0.001):
        return self.values.quantile(outside).item(), self.values.quantile(1 - outside).item()

    def mse(self):
        alpha, beta = self.min_max()
        candidates = [(min(alpha, 0.0) * part, max(beta, 0.0) * part) for part in torch.linspace(0.05, 1, 20).tolist()]

        def error(ends):
            return (affine_quantization(self.values, self.bit_width, *ends) - self.values).square().mean().item()

        return min(candidates, key=error)

    def range(self):
        alpha, beta = getattr(self, self.method)() if self.values.any() else (0.0, 0.0)
        alpha, beta = min(alpha, 0.0), max(beta, 0.0)
        return (alpha, beta) if alpha < beta else (0.0, 1.0)

    def scale_and_zero_point(self):
        alpha, beta = self.range()
        scale = (beta - alpha) / (2**self.bit_width - 1)
        return scale, round(alpha / scale)
