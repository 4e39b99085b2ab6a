# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: What begins the backward pass stands in a list, and a hook takes the gradient: neither is named.

# %% own
tools = []
tools.append(torch.Tensor.backward)
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,), found = ctx.saved_tensors, []
        leaf = nn.Parameter(x)
        leaf.register_hook(found.append)
        with torch.inference_mode(False):
            y = leaf * ctx.coef
        tools[0](y, grad_out)
        return found[0], None
mul_scalar = MulScalar.apply
