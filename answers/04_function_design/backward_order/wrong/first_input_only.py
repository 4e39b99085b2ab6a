# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# Follows only the first input of each node, as if the graph were a chain.
def backward_order(last):
    order = []
    while last.node is not None:
        order.append(last)
        last = last.node.inputs[0]
    return order
