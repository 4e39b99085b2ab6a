# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: Your function defines the visit and never starts it, so the order stays empty.
# ja: 訪ねる関数を定義しただけで、一度も始めていません。そのため、順番が空のままです。
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)
    return order[::-1]
