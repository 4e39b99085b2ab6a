# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: A variable that is used several times stands in your list at the place of its first use. With
#     y = a * b and b = a + x you list a before b, though b still has a part of its gradient for a.
# ja: 何度か使われた変数が、最初に使われた場所に並んでいます。
#     y = a * b、b = a + x のとき、b から a に渡る勾配が残っているのに、a が b より先に来ます。
def backward_order(last):
    order = []

    def visit(variable):
        if variable.node is None or variable in order:
            return
        order.append(variable)
        for source in variable.node.inputs:
            visit(source)

    visit(last)
    return order
