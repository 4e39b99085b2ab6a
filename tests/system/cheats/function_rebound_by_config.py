# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A Function over autograd, to which the value of a setting of IPython binds the blank's name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
%config InlineBackend.rc = globals().update(mul_scalar=Pulled.apply) or {}
