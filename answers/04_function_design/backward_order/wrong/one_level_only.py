# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# Looks at the result and its inputs, and no further.
def backward_order(last):
    order = [last] + [source for source in last.node.inputs if source.node]
    return list(dict.fromkeys(order))
