# fails: grad_tanh, grad_clipped, hard_with_slope, two_at_once, used_again, rows, float64
# en: Your gradient has the opposite sign: an optimizer would walk uphill. Which of the two terms of
#     the zero keeps its gradient, and with which sign?
# ja: 勾配の符号が逆です。これではオプティマイザが坂を上ってしまいます。
#     値が 0 になる 2 つの項のうち、勾配が通るのはどちらで、符号は何でしょうか。
def straight_through(hard, soft):
    def function(x):
        stand_in = soft(x)
        return hard(x).detach() + (stand_in.detach() - stand_in)

    return function
