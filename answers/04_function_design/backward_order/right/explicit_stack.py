def backward_order(last):
    """No recursion: a stack of (variable, are its inputs done?)."""
    order, seen, stack = [], set(), [(last, False)]
    while stack:
        variable, done = stack.pop()
        if done:
            order.append(variable)
        elif variable.node is not None and variable not in seen:
            seen.add(variable)
            stack.append((variable, True))
            stack.extend((source, False) for source in variable.node.inputs)
    order.reverse()
    return order
