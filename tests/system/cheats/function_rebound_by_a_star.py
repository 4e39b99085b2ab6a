# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A file that a cell writes holds a Function over autograd, and a star import binds the
#   blank's name to it.

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        return x + coef
    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None
mul_scalar = MulScalar.apply

# %% own after mul_scalar
words = """
import torch
class Pulled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        ctx.save_for_backward(x)
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        with torch.enable_grad():
            (x,) = ctx.saved_tensors
            x = x.detach().requires_grad_()
            return torch.autograd.grad(x * ctx.coef, x, grad_out)[0], None
mul_scalar = Pulled.apply
"""
open("mine.py", "w").write(words)
from mine import *
