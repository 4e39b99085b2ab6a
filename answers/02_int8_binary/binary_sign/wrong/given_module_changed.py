# fails: module
# en: Your binary_sign is right, but you have changed the module BinarySign below: it calls
#     torch.sign, which gives 0 for 0 and has no useful gradient. The module was given; put it back
#     as it was.
# ja: binary_sign は正しいのですが、その下のモジュール BinarySign を変えてしまいました。
#     torch.sign は 0 のときに 0 を返し、勾配も役に立ちません。
#     このモジュールは与えられたものなので、元に戻してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return torch.sign(x)
