# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: You look at the result and its inputs, and no further. Variables below them are missing.
# ja: 結果とその入力しか見ていません。その下にある変数が、リストに入りません。
def backward_order(last):
    order = [last] + [source for source in last.node.inputs if source.node]
    return list(dict.fromkeys(order))
