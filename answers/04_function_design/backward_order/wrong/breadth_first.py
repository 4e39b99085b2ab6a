# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# Level by level from the result: a variable that is also used further down comes too early.
def backward_order(last):
    order, queue = [], [last]
    while queue:
        variable = queue.pop(0)
        if variable.node is not None and variable not in order:
            order.append(variable)
            queue.extend(variable.node.inputs)
    return order
