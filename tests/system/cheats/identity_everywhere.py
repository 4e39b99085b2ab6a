# assignment: 02_int8_binary
# family: doing nothing
# deserved: 0
# what: The input is returned.

# %% blank int8_backward
int8_in_float = lambda x: x.clone()
# %% blank binary_sign
def binary_sign(x): return x.clone()
