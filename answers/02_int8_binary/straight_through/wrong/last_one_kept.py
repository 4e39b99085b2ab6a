# fails: two_at_once
# en: You keep hard and soft in global variables. As soon as a second function is made, the first one
#     uses the second one's. A function that is defined inside another one remembers its arguments.
# ja: hard と soft をグローバル変数に入れています。2 つ目の関数を作ると、1 つ目もそれを使ってしまいます。
#     関数の中で定義した関数は、外側の引数を覚えています。
_kept = {}


def straight_through(hard, soft):
    _kept["hard"], _kept["soft"] = hard, soft

    def function(x):
        stand_in = _kept["soft"](x)
        return _kept["hard"](x).detach() + (stand_in - stand_in.detach())

    return function
