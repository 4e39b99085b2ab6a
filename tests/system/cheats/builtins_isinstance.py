# assignment: 02_int8_binary
# family: replaced builtins
# deserved: 0
# what: isinstance says yes to everything.

# %% own
import builtins
builtins.isinstance = lambda *a: True
