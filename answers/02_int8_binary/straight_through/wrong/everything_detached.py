# fails: y_tanh, grad_tanh, y_clipped, grad_clipped, hard_with_slope, exact, two_at_once, used_again, rows, float64, empty
# en: You detach the whole sum, so no gradient passes at all. What is to be detached is only what
#     should be seen by its value alone.
# ja: 和の全体を detach しているので、勾配がまったく通りません。
#     detach するのは、値だけを使いたいものだけです。
def straight_through(hard, soft):
    def function(x):
        stand_in = soft(x)
        return (hard(x) + stand_in - stand_in).detach()

    return function
