# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# same: breadth_first
def backward_order(last):
    distance, todo = {last: 0}, [last]
    while todo:
        variable = todo.pop(0)
        for source in variable.node.inputs if variable.node else ():
            if source not in distance:
                distance[source] = distance[variable] + 1
                todo.append(source)
    return sorted((variable for variable in distance if variable.node), key=distance.get)
