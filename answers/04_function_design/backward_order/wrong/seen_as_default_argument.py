# fails: again, kept, same_data
# The default argument is one set for all calls: what an earlier call has seen is missing from later lists.
def backward_order(last, seen=set()):
    order = []

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    visit(last)
    return order[::-1]
