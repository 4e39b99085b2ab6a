# fails: hard_with_slope
# en: A sign has no gradient, so nothing is wrong there. But where hard has a slope of its own, your
#     function lets both gradients pass. Which one is wanted?
# ja: 符号には勾配がないので、そこでは困りません。しかし、hard が自分の傾きを持つときは、
#     両方の勾配が通ってしまいます。通したいのはどちらでしょうか。
def straight_through(hard, soft):
    def function(x):
        stand_in = soft(x)
        return hard(x) + (stand_in - stand_in.detach())

    return function
