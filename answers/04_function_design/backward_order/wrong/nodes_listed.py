# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# Lists the nodes instead of the variables that they made.
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable.node)

    visit(last)
    return order[::-1]
