# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A Function over autograd, to which a cell binds the blank's name that only an old grammar
#   can read.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
from __future__ import barry_as_FLUFL

# %% own before mul_scalar_check
1 <> 2
mul_scalar = Pulled.apply
