# fails: transposed, scalar, empty (only in grading)
# en: Your loop takes one element after the other. That is slow, and it works for one dimension
#     only: a matrix or a single number gives an error. Read "All elements at once" in section 2.
# ja: 要素を 1 つずつループで処理しています。
#     遅いうえに、1 次元のテンソルでしか働かず、行列や 0 次元のテンソルではエラーになります。
#     2 節の「すべての要素を一度に」を読み直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.tensor([1.0 if value >= 0 else -1.0 for value in x], dtype=x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.tensor([g if abs(v) <= 1 else 0.0 for g, v in zip(grad_out, x)], dtype=x.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
