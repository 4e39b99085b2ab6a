# assignment: 01_custom_function
# family: parsers
# deserved: 0
# what: A call seven hundred attributes deep inside a backward, for whoever reads the conduct of a Function.

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef): return x
    @staticmethod
    def backward(ctx, grad_out): return DEEP()
mul_scalar = MulScalar.apply
# %% damage
blank = cell("mul_scalar")
blank.source = blank.source.replace("DEEP", "grad_out" + ".a" * 700)
