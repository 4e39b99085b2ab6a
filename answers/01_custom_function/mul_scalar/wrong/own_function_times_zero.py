# fails: own_function
# en: Your Function stands beside the calculation: its result is multiplied by 0. Output and
#     gradient come from PyTorch's own x * coef. The gradient must come out of your own backward.
# ja: Function はありますが、その結果に 0 を掛けています。
#     出力も勾配も、実際には PyTorch の x * coef から出ています。
#     勾配は、自分の backward から出るようにしてください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return torch.zeros_like(grad_out), None


def mul_scalar(x, coef):
    return x * coef + 0 * MulScalar.apply(x, coef)
