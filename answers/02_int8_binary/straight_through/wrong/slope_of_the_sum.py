# fails: rows
# en: You multiply the upstream gradient by the gradient of the sum of soft. That is right where
#     each output depends on one input alone. For a softmax over rows it is not: what else can
#     carry the upstream gradient through soft?
# ja: 上流の勾配に、soft の和の勾配を掛けています。出力の 1 つ 1 つが 1 つの入力だけ
#     で決まるなら、それで正しくなります。行ごとの softmax では違います。
#     上流の勾配を soft に通すには、ほかにどんな方法があるでしょうか。
def straight_through(hard, soft):
    class Estimator(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return hard(x)

        @staticmethod
        def backward(ctx, grad_out):
            with torch.enable_grad():
                x = ctx.saved_tensors[0].detach().requires_grad_()
                return grad_out * torch.autograd.grad(soft(x).sum(), x)[0]

    return Estimator.apply
