# fails: grad_small
# en: Your slope is the difference of two numbers that lie next to each other: far on the left
#     nothing is left of it. Look for a form of the same slope without that difference.
# ja: 傾きを、ほとんど等しい 2 つの数の差として求めています。
#     左の遠くでは、引くと何も残りません。この引き算のない、同じ傾きの形を探してください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.relu(x) + torch.log1p(torch.exp(-x.abs()))
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * (1 - torch.exp(-ctx.saved_tensors[0]))


log1p_exp = Log1pExp.apply
