# fails: default, k, weights, few
# en: Your function takes the mean off the caller's own tensor: after the call its values are
#     others. A range is only read from a tensor.
# ja: 呼び出した側のテンソルから平均を引いているので、呼んだ後に値が変わってしまいます。
#     範囲を求めるには、テンソルを読むだけで足ります。
def std_range(r, k=1.0):
    r -= r.mean()
    std = r.std().item()
    return -k * std, k * std
