# fails: grad_tanh, grad_clipped, hard_with_slope, two_at_once, used_again, rows, float64
# en: Your backward is that of Task 3, whatever soft is. The stand-in is an argument here.
# ja: soft が何であっても、逆伝播が課題 3 と同じになっています。ここでは、代役は引数です。
def straight_through(hard, soft):
    def function(x):
        stand_in = F.hardtanh(x)
        return hard(x).detach() + (stand_in - stand_in.detach())

    return function
