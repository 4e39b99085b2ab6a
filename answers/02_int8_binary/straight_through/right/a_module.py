class _StraightThrough(nn.Module):
    def __init__(self, hard, soft):
        super().__init__()
        self.hard, self.soft = hard, soft

    def forward(self, x):
        a = self.soft(x)
        a = a - a.detach()
        return a + self.hard(x).detach()


def straight_through(hard, soft):
    return _StraightThrough(hard, soft)
