# mistake: leaves are in the list
# named: leaves_included
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs if variable.node else ():
            visit(source)
        order.append(variable)

    visit(last)
    return order[::-1]
