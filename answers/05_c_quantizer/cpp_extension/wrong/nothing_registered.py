# fails: y, grad, calls, expanded, two_calls, scalar
# Autograd does not know the formula.
def register_formula(namespace):
    pass
