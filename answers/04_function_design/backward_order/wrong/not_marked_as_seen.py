# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# Nothing remembers what was visited: a shared variable stands in the list once for every path.
def backward_order(last):
    order, todo = [], [last]
    while todo and len(order) < 5000:
        variable = todo.pop()
        if variable.node is not None:
            order.append(variable)
            todo.extend(variable.node.inputs)
    return order
