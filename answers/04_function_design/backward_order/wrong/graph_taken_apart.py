# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: Your walk changes the graph: it takes the nodes away from their variables. The list looks
#     right, but the gradients no longer find their way. Where else can you note what was visited?
# ja: たどりながらグラフを書き換え、変数からノードを外しています。
#     リストは正しく見えても、勾配が流れません。訪れた印は、ほかのどこに付けられるでしょうか。
def backward_order(last):
    order = []

    def visit(variable):
        if variable.node is None:
            return
        node = variable.node
        variable.node = None
        for source in node.inputs:
            visit(source)
        order.append((variable, node))

    visit(last)
    for variable, node in order:
        variable.node = node if variable is last else Visited(node)
    return [variable for variable, _ in order][::-1]


class Visited:
    def __init__(self, node):
        self.inputs, self.node = (), node

    def backward(self, grad):
        return ()
