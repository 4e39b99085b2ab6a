# fails: flip
# en: Your flip has the right sign, but it is a float. The point of the task is a network without
#     floats. Look at the type that the task asks for.
# ja: flip の符号は正しいのですが、型が浮動小数点数です。
#     浮動小数点数なしで計算することが、この課題の目的です。課題に書かれた型を見直してください。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.sign(gain)
    return flip, torch.ceil(flip * edge).long()
