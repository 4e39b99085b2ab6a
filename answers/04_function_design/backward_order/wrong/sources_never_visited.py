# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: Your visit never goes on to the inputs of a node, so only the last variable is found.
# ja: ノードの入力へ進んでいないので、最後の変数しか見つかりません。
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        order.append(variable)

    visit(last)
    return order[::-1]
