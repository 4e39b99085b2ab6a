# mistake: soft stays in the value, since nothing is subtracted
# named: soft_added
def straight_through(hard, soft):
    return lambda x: hard(x).detach() + soft(x)
