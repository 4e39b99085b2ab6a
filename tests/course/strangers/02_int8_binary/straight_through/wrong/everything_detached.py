# mistake: both copies of soft are detached, so no gradient is left
# named: everything_detached
def straight_through(hard, soft):
    def function(x):
        zero = (soft(x) - soft(x)).detach()
        return hard(x).detach() + zero

    return function
