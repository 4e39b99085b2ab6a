# mistake: the inputs are kept in a global dictionary
# named: inputs_on_the_class
# sum_diff_prod: write forward and backward (about 4 lines)
memory = {}


class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        memory["a"], memory["b"] = a.detach(), b.detach()
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        grad_a = grad_sum + grad_diff + grad_prod * memory["b"]
        grad_b = grad_sum - grad_diff + grad_prod * memory["a"]
        return grad_a, grad_b


sum_diff_prod = SumDiffProd.apply
