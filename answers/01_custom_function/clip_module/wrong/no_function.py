# fails: own_function, grad, bounds, made_inside, two_at_once, float64, far_outside
# Autograd does the backward of minimum and maximum, which know no leak and halve the gradient at the bounds.
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak

    def forward(self, x):
        return torch.minimum(torch.maximum(x, x.new_tensor(self.low)), x.new_tensor(self.high))

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
