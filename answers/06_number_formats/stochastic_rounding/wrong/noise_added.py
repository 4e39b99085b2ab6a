# fails: y, other_step, negative, multiples, step_tensor, transposed, float64, noise_zero
# en: You add the noise and cut off, so the large noise goes up. The mean is right, but the task
#     says: up where the noise is smaller than the share.
# ja: 乱数を足してから切り捨てているので、大きな乱数のときに上がります。平均は正しくなりますが、課題では、乱数
#     が割合より小さいときに上に丸めます。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        return torch.floor(q + noise) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
