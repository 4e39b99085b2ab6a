# fails: few (only in grading)
# en: Your function turns the tensor into float32 first, so a float64 tensor loses half of its
#     digits.
# ja: テンソルを先に float32 に変換しているので、float64 では桁の半分が失われます。
def std_range(r, k=1.0):
    std = r.float().std().item()
    return -k * std, k * std
