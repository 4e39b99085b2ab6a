def backward_order(last, order=(), ):
    if last.node is None or last in order:
        return order
    for source in last.node.inputs:
        order = _inner(source, order)
    return tuple(reversed(order + (last,)))


def _inner(variable, order):
    if variable.node is None or variable in order:
        return order
    for source in variable.node.inputs:
        order = _inner(source, order)
    return order + (variable,)
