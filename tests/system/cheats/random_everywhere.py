# assignment: 02_int8_binary
# family: doing nothing
# deserved: 0
# what: Random tensors of the right shape are returned.

# %% blank binary_sign
def binary_sign(x): return torch.rand_like(x) + 0 * x
