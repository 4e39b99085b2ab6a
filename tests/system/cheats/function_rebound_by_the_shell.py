# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A Function over autograd, to which a text that IPython runs binds the blank's name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
ip = get_ipython()
ip.run_cell('mul_scalar = Pulled.apply')
