# fails: default, few
# en: If no k is given, your range is two standard deviations wide on either side. Look at the
#     default of k in the task.
# ja: k を渡さないとき、範囲が両側に標準偏差の 2 倍ずつになっています。
#     課題にある k の既定値を見てください。
def std_range(r, k=2.0):
    std = r.std().item()
    return -k * std, k * std
