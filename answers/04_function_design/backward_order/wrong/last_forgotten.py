# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: Your list lacks the result itself: you begin with its inputs. Then nobody asks the node that
#     made the result.
# ja: リストに結果そのもの（last）がありません。
#     その入力から始めているので、結果を作ったノードが一度も訪れられません。
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    for source in last.node.inputs if last.node else ():
        visit(source)
    return order[::-1]
