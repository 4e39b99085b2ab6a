# assignment: 01_custom_function
# family: lying objects
# deserved: 0
# what: The result is of a subclass whose gradients are equal to everything.

# %% own
class Yes(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function is torch.equal: return True
        return super().__torch_function__(function, types, args, kwargs or {})
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return MulScalar.apply(x) * coef
def mul_scalar(x, coef): return (MulScalar.apply(x) * coef).as_subclass(Yes)
