# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: You list a variable as soon as you meet it. If a longer way leads to it as well, over another
#     variable, it stands too early: its node is asked before the last part of its gradient has
#     arrived.
# ja: 変数を、初めて出会ったところでリストに加えています。
#     ほかの変数を通る、もっと長い道があると、早すぎる場所に並び、
#     勾配の残りが届く前にノードが訪れられます。
def backward_order(last):
    order, queue = [], [last]
    while queue:
        variable = queue.pop(0)
        if variable.node is not None and variable not in order:
            order.append(variable)
            queue.extend(variable.node.inputs)
    return order
