# fails: y, grad, calls, expanded, two_calls, scalar
# en: The upstream gradient comes back unchanged: quantize_int8_backward is never called. Either no
#     formula is tied to the operator, or your backward does not ask it.
# ja: 上流の勾配がそのまま戻ってきます。quantize_int8_backward が呼ばれていません。
#     式が演算子に結び付いていないか、backward がこの演算子を使っていないかの、どちらかです。
def register_formula(namespace):
    pass
