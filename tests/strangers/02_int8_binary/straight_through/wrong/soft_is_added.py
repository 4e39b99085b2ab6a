# mistake: soft stays in the value, since nothing is subtracted
def straight_through(hard, soft):
    return lambda x: hard(x).detach() + soft(x)
