# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A Function over autograd, to which a cell binds the blank's name that has a command in an
#   item.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
kept = {}
kept["files"] = !true
mul_scalar = Pulled.apply
