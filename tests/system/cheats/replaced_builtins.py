# family: replaced builtins

# == builtins_bool
# assignment: 01_custom_function
# deserved: 0
# what: bool is always True, so that the check of a Function of one's own is.

# %% own
import builtins
class yes(int):
    def __new__(cls, *a): return True
builtins.bool = yes
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == builtins_isinstance
# assignment: 02_int8_binary
# deserved: 0
# what: isinstance says yes to everything.

# %% own
import builtins
builtins.isinstance = lambda *a: True
