# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: Your list holds nodes. backward expects the variables, and takes the node of each itself.
# ja: リストにノードが入っています。
#     backward が必要とするのは変数で、そのノードは backward が自分で取り出します。
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable.node)

    visit(last)
    return order[::-1]
