# fails: own_function
# Autograd does it all: no Function was written.
def mul_scalar(x, coef):
    return x * coef
