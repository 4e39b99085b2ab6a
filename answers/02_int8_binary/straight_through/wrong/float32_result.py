# fails: float64 (only in grading)
# en: Your function turns its result into float32. With float64 it loses digits and changes the dtype.
# ja: 結果を float32 に変えています。float64 を渡すと、桁が失われ、dtype も変わります。
def straight_through(hard, soft):
    def function(x):
        stand_in = soft(x).float()
        return hard(x).detach().float() + (stand_in - stand_in.detach())

    return function
