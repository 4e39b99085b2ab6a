# fails: exact
# en: You add the difference of the two functions to the soft one. In exact arithmetic that is the
#     hard one; in floating point the sum is rounded, most of all where soft is large. Which of your
#     brackets is exactly 0 or exactly hard(x)?
# ja: やわらかい関数に、2 つの関数の差を足しています。誤差のない計算なら硬い関数と等しくなりますが、
#     浮動小数点数では和が丸められ、soft が大きいところほどずれます。
#     かっこの中がちょうど 0 か、ちょうど hard(x) になるのは、どんな順番でしょうか。
def straight_through(hard, soft):
    def function(x):
        stand_in = soft(x)
        return stand_in + (hard(x) - stand_in).detach()

    return function
