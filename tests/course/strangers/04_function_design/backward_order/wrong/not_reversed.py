# mistake: the order is not reversed
# named: not_reversed
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
