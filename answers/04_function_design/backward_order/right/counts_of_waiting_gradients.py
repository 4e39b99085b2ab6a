def backward_order(last):
    """As PyTorch's engine does: a node is ready when all the gradients that it waits for have come."""
    waiting, todo = {}, [last] if last.node else []
    found = set(todo)
    while todo:
        for source in todo.pop().node.inputs:
            if source.node:
                waiting[source] = waiting.get(source, 0) + 1
                if source not in found:
                    found.add(source)
                    todo.append(source)
    order, ready = [], [last] if last.node else []
    while ready:
        variable = ready.pop()
        order.append(variable)
        for source in variable.node.inputs:
            if source.node:
                waiting[source] -= 1
                if not waiting[source]:
                    ready.append(source)
    return order
