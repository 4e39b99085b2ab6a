# fails: y_tanh, grad_tanh, y_clipped, grad_clipped, hard_with_slope, exact, two_at_once, used_again, rows, float64, empty
# en: The two are exchanged: forward is soft and backward is hard.
# ja: 2 つが逆です。順伝播がやわらかい関数、逆伝播が硬い関数になっています。
def straight_through(hard, soft):
    def function(x):
        y = hard(x)
        return soft(x).detach() + (y - y.detach())

    return function
