# fails: grad_tanh, grad_clipped, hard_with_slope, two_at_once, used_again, rows, float64
# en: Your gradient is the upstream gradient times soft(x). That is the value of soft; wanted is its
#     slope.
# ja: 上流の勾配に soft(x) を掛けています。これは soft の値です。必要なのは soft の傾きです。
def straight_through(hard, soft):
    def function(x):
        path = soft(x).detach() * x
        return hard(x).detach() + (path - path.detach())

    return function
