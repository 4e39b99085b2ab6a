def backward_order(last):
    distance = {}

    def measure(variable):
        if variable not in distance:
            distance[variable] = 1 + max((measure(source) for source in variable.node.inputs), default=0) if variable.node else 0
        return distance[variable]

    measure(last)
    return sorted((variable for variable in distance if variable.node), key=distance.get, reverse=True)
