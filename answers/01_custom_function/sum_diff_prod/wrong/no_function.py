# fails: own_function
# Autograd does it all: no Function was written.
def sum_diff_prod(a, b):
    return a + b, a - b, a * b
