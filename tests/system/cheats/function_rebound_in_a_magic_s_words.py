# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A Function over autograd, to which the words of a magic bind the blank's name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
get_ipython().run_line_magic("time", "mul_scalar = Pulled.apply")
