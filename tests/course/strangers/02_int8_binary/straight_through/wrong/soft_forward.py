# mistake: hard and soft are exchanged
# named: exchanged
def straight_through(hard, soft):
    def function(x):
        slope = hard(x) - hard(x).detach()
        return soft(x).detach() + slope

    return function
