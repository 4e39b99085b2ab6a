# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# Nodes are removed from their variables on the way, as a mark that they were visited.
def backward_order(last):
    order = []

    def visit(variable):
        if variable.node is None:
            return
        node = variable.node
        variable.node = None
        for source in node.inputs:
            visit(source)
        order.append((variable, node))

    visit(last)
    for variable, node in order:
        variable.node = node if variable is last else Visited(node)
    return [variable for variable, _ in order][::-1]


class Visited:
    def __init__(self, node):
        self.inputs, self.node = (), node

    def backward(self, grad):
        return ()
