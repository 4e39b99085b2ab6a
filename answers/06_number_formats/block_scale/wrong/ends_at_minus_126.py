# fails: range_e8m0
# en: Your exponents end at -126, as those of float32's normal numbers do. Read in the task
#     between which exponents E8M0 lies.
# ja: 指数が -126 で終わっています。float32 の正規化数と同じです。
#     E8M0 の指数がどこからどこまでか、課題文を読み直してください。
def block_scale(largest, max_exponent):
    mantissa, exponent = torch.frexp(largest)
    exponent = (exponent - 1 - max_exponent).clamp(min=-126, max=127)
    return torch.ldexp(torch.ones_like(largest), exponent)
