# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: A variable that is used several times stands in your list several times, once for each path to
#     it. With x + x twelve times in a row there are thousands of paths.
# ja: 何度も使われた変数が、そこまでの道の数だけリストに並びます。
#     x + x を 12 回くり返すと、道は何千本にもなります。
def backward_order(last):
    order, todo = [], [last]
    while todo and len(order) < 5000:
        variable = todo.pop()
        if variable.node is not None:
            order.append(variable)
            todo.extend(variable.node.inputs)
    return order
