# fails: again, chain, deep, grads, kept, leaf, mirrored, once, random, same_data, shared
# en: Your list holds leaves, too. A leaf has no node, so backward stops with an error when it comes
#     to one.
# ja: リストに葉も入っています。葉にはノードがないので、backward がそこでエラーになって止まります。
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
