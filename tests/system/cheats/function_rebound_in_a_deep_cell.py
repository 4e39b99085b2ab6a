# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A Function over autograd, to which a cell binds the blank's name that is too deep for a
#   syntax tree.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
total = 1
mul_scalar = Pulled.apply

# %% damage
(deep,) = (one for one in nb.cells if one.source.startswith("total = 1"))
deep.source = deep.source.replace("total = 1", f"total = {' + '.join(['1'] * 6000)}")
