# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A Function over autograd; the names of the notebook are updated as a dictionary.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
globals().update(mul_scalar=Pulled.apply)
