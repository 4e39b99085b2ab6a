# fails: again, chain, grads, kept, mirrored, random, same_data, shared
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
