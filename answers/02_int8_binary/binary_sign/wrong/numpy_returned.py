# fails: y, grad, zero, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your forward returns a NumPy array. Autograd cannot make it a part of the graph, so no
#     gradient comes back. PyTorch has an operation of the same kind.
# ja: 順伝播が NumPy の配列を返しています。計算グラフにつなげられないので、勾配が戻ってきません。
#     PyTorch にも同じような演算があります。
import numpy as np


class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return np.where(x.detach().numpy() >= 0, 1.0, -1.0)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
