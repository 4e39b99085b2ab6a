# fails: same_data
# Variables are told apart by the tensors that they hold.
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or id(variable.data) in seen:
            return
        seen.add(id(variable.data))
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    visit(last)
    return order[::-1]
