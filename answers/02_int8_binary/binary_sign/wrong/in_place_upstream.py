# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your backward multiplies the mask into the upstream gradient itself (look at the operator).
#     Other branches of the graph may still need that tensor. Return a new one.
# ja: backward が、上流の勾配そのものにマスクを掛けて書き換えています（演算子を見てください）。
#     そのテンソルは、グラフのほかの枝でも使われるかもしれません。新しいテンソルを返してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        grad_out *= x.abs() <= 1
        return grad_out


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
