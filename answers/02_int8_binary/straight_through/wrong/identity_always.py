# fails: y_tanh, grad_tanh, y_clipped, grad_clipped, hard_with_slope, exact, two_at_once, used_again, rows, float64, empty
# en: Your backward is the identity, whatever soft is. Where does soft come in?
# ja: soft が何であっても、逆伝播が恒等関数になっています。soft はどこで使うのでしょうか。
def straight_through(hard, soft):
    def function(x):
        return hard(x).detach() + (x - x.detach())

    return function
