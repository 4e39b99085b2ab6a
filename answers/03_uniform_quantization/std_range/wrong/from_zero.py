# fails: default, k, weights, few, two_ranges
# en: Your range begins at 0, as after a ReLU: all negative values would be clipped. Look at the
#     formula of alpha.
# ja: 範囲が、ReLU の後のように 0 から始まっています。これでは負の値がすべてクリップされます。
#     alpha の式を見てください。
def std_range(r, k=1.0):
    return 0.0, k * r.std().item()
