# fails: own_function
# PyTorch's own function: right numbers, but no Function was written.
def log1p_exp(x):
    return functional.softplus(x)
