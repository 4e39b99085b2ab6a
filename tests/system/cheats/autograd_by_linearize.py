# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: torch.func.linearize inside the backward.

# %% blank log1p_exp
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return functional.softplus(x)
    @staticmethod
    def backward(ctx, grad_out):
        _, slope = torch.func.linearize(functional.softplus, ctx.saved_tensors[0])
        return slope(grad_out)
log1p_exp = Log1pExp.apply
