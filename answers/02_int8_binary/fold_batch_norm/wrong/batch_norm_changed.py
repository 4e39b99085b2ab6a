# fails: threshold, unchanged, far_away
# en: Your function makes the gains of the layer itself positive (look for the name with an
#     underscore at its end). Whoever folds the same layer once more gets other numbers. Reading the
#     layer is enough.
# ja: 関数が、層のゲインそのものを正の数に書き換えています（名前が _ で終わるメソッドを探してくださ
#     い）。同じ層にもう一度使うと、違う結果になります。層の値は、読むだけで足ります。
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    norm.weight.abs_()
    return flip, torch.ceil(flip * edge).long()
