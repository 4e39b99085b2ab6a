# mistake: hard and soft lie on a class that all estimators share
# named: last_one_kept
class StraightThrough(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return StraightThrough.hard(x)

    @staticmethod
    def backward(ctx, grad_out):
        x = ctx.saved_tensors[0].detach().requires_grad_()
        with torch.enable_grad():
            y = StraightThrough.soft(x)
        return torch.autograd.grad(y, x, grad_out)[0]


def straight_through(hard, soft):
    StraightThrough.hard = hard
    StraightThrough.soft = soft
    return StraightThrough.apply
