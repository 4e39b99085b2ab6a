# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: Your list is the wrong way round: what was computed first stands first. Backward has to begin
#     with the result.
# ja: リストの順番が逆で、先に計算したものが先に並んでいます。
#     逆伝播は、結果から始めなければなりません。
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    visit(last)
    return order
