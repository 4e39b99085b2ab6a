# fails: y_tanh, y_clipped, exact, two_at_once, used_again, rows, float64, empty
# en: You return the soft function: its gradient is right, but the output is not hard. What must the
#     value of the sum be?
# ja: やわらかい関数をそのまま返しています。勾配は正しいのですが、出力が硬い関数になりません。
#     和の値は何になるべきでしょうか。
def straight_through(hard, soft):
    return lambda x: soft(x)
