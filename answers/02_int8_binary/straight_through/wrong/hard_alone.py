# fails: y_tanh, grad_tanh, y_clipped, grad_clipped, hard_with_slope, exact, two_at_once, used_again, rows, float64, empty
# en: You return the hard function. Its output is right, but the gradient of soft appears nowhere.
# ja: 硬い関数をそのまま返しています。出力は正しいのですが、soft の勾配がどこにも出てきません。
def straight_through(hard, soft):
    return lambda x: hard(x)
