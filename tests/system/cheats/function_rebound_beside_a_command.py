# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A cell that no reader of plain Python understands binds the blank's name to a Function over
#   autograd.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
files = !ls
mul_scalar = Pulled.apply
torch.sum?
