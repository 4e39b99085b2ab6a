# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# same: breadth_first
def backward_order(last):
    order = []

    def visit(variable):
        if variable.node is None or variable in order:
            return
        order.append(variable)
        for source in variable.node.inputs:
            visit(source)

    visit(last)
    return order
