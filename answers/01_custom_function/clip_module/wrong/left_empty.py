# fails: own_function, y_default, grad_default, y, grad, bounds, made_inside, print, print_other, two_at_once, float64, far_outside
# en: The blank is still empty, so that not even Clip() can be made. Start with __init__ and the
#     frame of the inner class, as in the example Scale.
# ja: 空欄がまだ埋まっていないので、Clip() を作ることもできません。
#     例の Scale にならって、__init__ と内側のクラスの枠から始めましょう。
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        raise NotImplementedError("clip_module")

    def forward(self, x):
        raise NotImplementedError("clip_module")

    def extra_repr(self):
        raise NotImplementedError("clip_module")
