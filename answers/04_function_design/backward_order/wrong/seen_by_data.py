# fails: same_data
# en: You tell variables apart by the tensors they hold. Two variables may hold the same tensor:
#     then one of them is missing in your list.
# ja: 変数を、中のテンソルで区別しています。
#     2 つの変数が同じテンソルを持つこともあり、そのとき片方がリストから抜けます。
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or id(variable.data) in seen:
            return
        seen.add(id(variable.data))
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    visit(last)
    return order[::-1]
