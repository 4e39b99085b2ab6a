# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: Your last line takes every other variable only.
# ja: 最後の行で、変数を 1 つおきにしか取り出していません。
def backward_order(last):
    order, seen = [], set()

    def visit(variable):
        if variable.node is None or variable in seen:
            return
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)

    visit(last)
    return order[::-2]
