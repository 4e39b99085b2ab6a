# fails: default, k, weights, few, two_ranges
# en: Your width is the root of the mean square, measured from 0. It is right only where the mean is
#     0: for values around 5 it is far too large.
# ja: 0 から測った二乗平均の平方根を使っています。それが正しいのは、平均が 0 のときだけです。
#     5 のまわりの値では、ずっと大きくなってしまいます。
def std_range(r, k=1.0):
    rms = r.square().mean().sqrt().item()
    return -k * rms, k * rms
