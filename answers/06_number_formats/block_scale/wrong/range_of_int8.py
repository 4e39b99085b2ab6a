# fails: range_e8m0
# en: Your exponents go down to -128, as an int8 does. Those of E8M0 end at -127.
# ja: 指数の下限が、int8 のように -128 になっています。E8M0 の指数は -127 までです。
def block_scale(largest, max_exponent):
    _, exponent = torch.frexp(largest)
    exponent = (exponent - 1 - max_exponent).clamp(-128, 127)
    return torch.ldexp(torch.ones_like(largest), exponent)
