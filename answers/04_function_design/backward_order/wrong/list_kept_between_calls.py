# fails: chain, shared, once, grads, leaf, mirrored, again, kept, same_data, random, deep
# en: Your list lives on from one call to the next: a default argument is made once, when the
#     function is defined. So the second call begins with what the first one found.
# ja: リストが次の呼び出しまで残っています。既定の引数は、関数を定義したときに一度だけ作られます。
#     2 回目の呼び出しは、1 回目に見つけたものから始まってしまいます。
def visit(variable, order=[], seen=set()):
    if variable.node is not None and variable not in seen:
        seen.add(variable)
        for source in variable.node.inputs:
            visit(source)
        order.append(variable)
    return order


def backward_order(last):
    return visit(last)[::-1]
