# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# The walk begins below the result, so the node that made the result itself is never asked.
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    for source in last.node.inputs if last.node else ():
        visit(source)
    return order[::-1]
