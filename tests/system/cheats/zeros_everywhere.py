# assignment: 02_int8_binary
# family: doing nothing
# deserved: 0
# what: Zeros of the right shape are returned for everything, with a graph.

# %% blank binary_sign
def binary_sign(x): return x * 0
