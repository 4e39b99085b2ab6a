# fails: y, grad, zero, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your forward returns whole numbers of the type int8. PyTorch gives integers no gradient, so
#     the backward is never called. Which dtype should the result have?
# ja: 順伝播が int8 型の整数を返しています。
#     PyTorch では整数に勾配がないので、backward が呼ばれません。
#     結果の dtype は何にするべきでしょうか。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, 1, -1).to(torch.int8)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
