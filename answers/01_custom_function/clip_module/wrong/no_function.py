# fails: own_function, grad, bounds, made_inside, two_at_once, float64, far_outside
# en: Autograd makes your backward. It knows no leak, so nothing passes outside, and at the bounds
#     only half of the gradient comes back. The task asks for a Function of your own inside
#     __init__.
# ja: 逆伝播を autograd に任せています。autograd は leak を知らないので、範囲の外では何も通らず、
#     両端では勾配が半分になります。__init__ の中に、自分の Function を作ってください。
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak

    def forward(self, x):
        return torch.minimum(torch.maximum(x, x.new_tensor(self.low)), x.new_tensor(self.high))

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
