# fails: y_tanh, y_clipped, exact, two_at_once, used_again, rows, float64, empty
# en: Your output is the sum of both functions: the value of soft is still in it. Only its gradient
#     is wanted.
# ja: 出力が 2 つの関数の和になっていて、soft の値が残っています。soft から必要なのは勾配だけです。
def straight_through(hard, soft):
    def function(x):
        return soft(x) + hard(x).detach()

    return function
