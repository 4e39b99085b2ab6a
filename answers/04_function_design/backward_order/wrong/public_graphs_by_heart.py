# fails: again, mirrored, random
# en: Within one level your order has nothing to do with what was computed from what, as with the
#     names of the nodes. It fits some graphs only: in others a variable comes before one that still
#     sends it a gradient.
# ja: 同じ段の変数の順番が、ノードの名前のような、計算の順序と関係のないもので決まっています。
#     合うグラフもありますが、ほかのグラフでは、まだ勾配がそろっていない変数が先に来ます。
def backward_order(last):
    if last.node is None:
        return []
    order, todo = [last], [last]
    while todo:
        variable = todo.pop(0)
        sources = [source for source in variable.node.inputs if source.node and source not in order]
        order += sorted(set(sources), key=lambda source: type(source.node).__name__)
        todo += sources
    return order
