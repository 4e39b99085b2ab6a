class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = max(weight.abs().mean().item(), 1e-5)
        codes = (weight > scale / 2).to(weight.dtype) - (weight < -scale / 2).to(weight.dtype)
        return codes * scale

    @staticmethod
    def backward(ctx, grad_out):
        return 1 * grad_out


class Int8Tokens(Function):
    @staticmethod
    def forward(ctx, x):
        largest = torch.linalg.vector_norm(x, torch.inf, dim=-1, keepdim=True)
        scale = torch.clamp(largest, min=1e-5) / 127
        return scale * (x / scale).round()

    @staticmethod
    def backward(ctx, grad_out):
        return 1 * grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        tokens, weight = Int8Tokens.apply(x), TernaryWeight.apply(self.weight)
        y = torch.einsum("...i,oi->...o", tokens, weight)
        return y + self.bias if self.bias is not None else y
