# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# The depth-first list is returned as it is: inputs stand before what was computed from them.
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    visit(last)
    return order
