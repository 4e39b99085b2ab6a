# mistake: the difference of hard and soft is added to soft, which rounds the result
# named: the_other_order
def straight_through(hard, soft):
    def function(x):
        y = soft(x)
        return y + (hard(x) - y).detach()

    return function
