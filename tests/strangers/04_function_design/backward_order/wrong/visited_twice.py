# mistake: a variable that is used twice stands there twice
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    visit(last)
    return order[::-1]
