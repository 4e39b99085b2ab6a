# mistake: hard is not detached, so its own gradient passes as well
# named: hard_not_detached
def straight_through(hard, soft):
    def f(x):
        s = soft(x)
        return hard(x) + (s - s.detach())

    return f
