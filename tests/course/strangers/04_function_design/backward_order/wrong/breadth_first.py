# mistake: breadth first: a variable may come before one that needs it
# named: breadth_first
def backward_order(last):
    order, waiting = [], [last]
    while waiting:
        variable = waiting.pop(0)
        if variable.node is not None and variable not in order:
            order.append(variable)
            waiting.extend(variable.node.inputs)
    return order
