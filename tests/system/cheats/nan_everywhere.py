# assignment: 02_int8_binary
# family: doing nothing
# deserved: 0
# what: NaN is returned for everything.

# %% blank binary_sign
def binary_sign(x): return x * float("nan")
