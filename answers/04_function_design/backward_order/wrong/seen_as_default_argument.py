# fails: again, kept, same_data
# en: Your function is right when it is called for the first time. Later calls leave out what an
#     earlier one has seen: your set of visited variables outlives the call. When is a default
#     argument made?
# ja: 最初に呼んだときは正しいのですが、次からは、前に見た変数が抜け落ちます。
#     訪れた変数の集合が、呼び出しの後も残っているからです。引数の既定値は、いつ作られるでしょうか。
def backward_order(last, seen=set()):
    order = []

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    visit(last)
    return order[::-1]
