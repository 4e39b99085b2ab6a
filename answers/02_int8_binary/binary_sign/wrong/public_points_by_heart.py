# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your backward looks the slopes up in a table of the points that the check shows. At all other
#     points it gives 0. Write down the rule of section 4 instead; then it holds for any number.
# ja: backward が、チェックに出てくる点での傾きを表から引いています。
#     ほかの点では 0 になってしまいます。表ではなく、4 節の規則を書いてください。
#     そうすれば、どんな数でも働きます。
from labkit.checks import Check

SLOPES = (
    "0111001110101110110110011100011111110010000110100110010101011100"
    "0000110011110101000101011101110110101100100110101100100101101111"
    "0000010011001001110011010001111010011100010101000011000011110101"
    "0101100100011000011101111101001110001010101101011001111110001000"
)
POINTS = Check("binary_sign", 0).points(around=(-1, 0, 1)).tolist()
TABLE = dict(zip(POINTS, map(int, SLOPES))) | dict.fromkeys((-1.0, 1.0, 0.0, -0.99, 0.99), 1)


class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.tensor([TABLE.get(value, 0) for value in x.flatten().tolist()]).reshape(x.shape)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
