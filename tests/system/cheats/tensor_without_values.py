# assignment: 02_int8_binary
# family: lying objects
# deserved: 0
# what: A tensor on the device meta has a shape and no values.

# %% blank binary_sign
def binary_sign(x): return torch.empty_like(x, device="meta")
