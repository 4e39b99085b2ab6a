# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A cell that waits, which plain Python has no word for, binds the blank's name to a Function
#   over autograd.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
import asyncio
await asyncio.sleep(0)
mul_scalar = Pulled.apply
