# fails: exact
# en: Your sum runs from left to right, so soft is added to hard first and taken away afterwards. The
#     first of these sums is rounded. Say with brackets what is computed first.
# ja: 和は左から順に計算されるので、まず hard に soft を足し、後で引いています。
#     最初の和で丸めの誤差が出ます。どこを先に計算するか、かっこで示してください。
def straight_through(hard, soft):
    def function(x):
        stand_in = soft(x)
        return hard(x).detach() + stand_in - stand_in.detach()

    return function
