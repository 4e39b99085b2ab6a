class NarrowSumFunction(Function):
    @staticmethod
    def forward(ctx, inputs, weights):
        s = inputs.new_zeros((inputs.shape[0], weights.shape[0]))
        for k in range(inputs.shape[1]):
            s = s + torch.floor(inputs[:, k : k + 1] @ weights[:, k : k + 1].T / 256)
            s[s > 7] = 7
            s[s < -8] = -8
        ctx.save_for_backward(inputs, weights, s)
        return s

    @staticmethod
    def backward(ctx, upstream):
        inputs, weights, s = ctx.saved_tensors
        upstream = upstream.clone()
        upstream[(s <= -8) | (s >= 7)] = 0
        upstream = upstream / 256
        return upstream @ weights, upstream.T @ inputs


def narrow_sum(x, weight):
    return NarrowSumFunction.apply(x, weight)
