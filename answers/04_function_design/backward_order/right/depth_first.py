# backward_order: list the variables that have a node in topological order (about 8 lines)
def backward_order(last):
    finished, visited = [], []

    def go(variable):
        if variable.node is not None and variable not in visited:
            visited.append(variable)
            [go(source) for source in variable.node.inputs]
            finished.insert(0, variable)

    go(last)
    return finished
