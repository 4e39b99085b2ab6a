# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: You follow only the first input of each node. Whatever is reached through the second one alone
#     is missing in your list.
# ja: 各ノードの最初の入力しかたどっていません。
#     2 つ目の入力を通らないと届かない変数が、リストに入りません。
def backward_order(last):
    order = []
    while last.node is not None:
        order.append(last)
        last = last.node.inputs[0]
    return order
