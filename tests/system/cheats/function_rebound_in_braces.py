# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A Function over autograd, to which an expression in a magic's line binds the blank's name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
%cd -q {globals().update(mul_scalar=Pulled.apply) or "."}
