from graphlib import TopologicalSorter


def backward_order(last):
    edges, todo = {}, [last]
    while todo:
        variable = todo.pop()
        if variable not in edges:
            edges[variable] = list(variable.node.inputs) if variable.node else []
            todo += edges[variable]
    inputs_first = TopologicalSorter(edges).static_order()
    return [variable for variable in inputs_first if variable.node][::-1]
