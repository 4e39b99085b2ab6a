# fails: powers
# en: Just below a power of two your scale is wrong: there the logarithm, which is rounded,
#     gives the next integer.
# ja: 2 のべき乗のすぐ下で、スケールが違います。対数には丸めの誤差があるので、そこでは次の整数になってしまい
#     ます。
def block_scale(largest, max_exponent):
    exponent = torch.log2(largest).floor() - max_exponent
    return torch.exp2(exponent.clamp(-127, 127)).to(largest.dtype)
