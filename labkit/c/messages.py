"""What became of a student's C code, in sentences that teach, in the student's language."""

from __future__ import annotations

from labkit import language
from labkit.evidence import Failure

IN_WORDS = (
    "CProblem"  # the type of a failure whose own words the card shows alone: nothing was "raised"
)

_WORDS: dict[str, dict[str, str]] = {
    "no file": {
        "en": "there is no {file}: run the cell above, which writes it, then this check again",
        "ja": "{file} がありません。ファイルを書き出す上のセルを実行してから、もう一度チェックしてください",
    },
    "no compiler": {
        "en": "No C compiler was found. Linux: `sudo apt install gcc`. macOS: `xcode-select --install`. Windows: open this "
        "notebook in Colab or in WSL. A compiler of another name: set the variable CC.",
        "ja": "C コンパイラが見つかりません。Linux では `sudo apt install gcc`、macOS では `xcode-select --install` で入ります。"
        "Windows では Colab か WSL で開いてください。別の名前のコンパイラは、環境変数 CC で指定できます。",
    },
    "too large": {
        "en": "{file} holds {size:,} bytes, more than {most:,}: a source file of this homework is far smaller",
        "ja": "{file} は {size:,} バイトあり、上限の {most:,} バイトを超えています。この課題のソースはずっと小さいはずです",
    },
    "slow compiler": {
        "en": "the compiler did not finish within {seconds:g} seconds",
        "ja": "コンパイルが {seconds:g} 秒以内に終わりませんでした",
    },
    "does not compile": {
        "en": "it does not compile. {message}",
        "ja": "コンパイルできません。{message}",
    },
    "warning": {
        "en": "the compiler warns ({count}). {message}",
        "ja": "コンパイラの警告が {count} 件あります。{message}",
    },
    "line": {"en": "Line {line}: {text}", "ja": "{line} 行目：{text}"},
    "missing": {
        "en": "the file has no function {function}: is its name spelled exactly so, without static in front?",
        "ja": "関数 {function} が見つかりません。名前のつづりは正しいですか。前に static を付けていませんか",
    },
    "unloadable": {
        "en": "the compiled code cannot be loaded: {text}",
        "ja": "コンパイルしたコードを読み込めません：{text}",
    },
    "nothing written": {
        "en": "the function came back, but {array} is as it was before: results must be stored, as in {array}[i] = ...;",
        "ja": "関数は終わりましたが、{array} は元のままです。結果は {array}[i] = ...; のように書き込みます",
    },
    "not written": {
        "en": "{array}[{index}] was never written, nor were {others} others of the {n}: does the loop run from i = 0 to N - 1?",
        "ja": "{n} 個のうち、{array}[{index}] とほかの {others} 個に何も書かれていません。"
        "ループは i = 0 から N - 1 まで回っていますか",
    },
    "write outside": {
        "en": "it writes {array}[{index}], but {range}",
        "ja": "{array}[{index}] に書き込んでいますが、{range}",
    },
    "read outside": {
        "en": "it reads {array}[{index}], but {range}",
        "ja": "{array}[{index}] を読んでいますが、{range}",
    },
    "touch outside": {
        "en": "it touches {array}[{index}], but {range}",
        "ja": "{array}[{index}] に触れていますが、{range}",
    },
    "range": {
        "en": "its elements are 0 to {last} (N = {n})",
        "ja": "要素は 0 番から {last} 番までです（N = {n}）",
    },
    "no range": {
        "en": "N is 0, so it has no element",
        "ja": "N は 0 なので、要素は 1 つもありません",
    },
    "changed input": {
        "en": "it writes into its input {array}[{index}], which is const: write into {output} only",
        "ja": "const である入力 {array}[{index}] に書き込んでいます。書き込んでよいのは {output} だけです",
    },
    "too long": {
        "en": "it was stopped after 1 second: does the loop ever end? (Is i++ there, and i < N?)",
        "ja": "1 秒たっても終わらないので止めました。ループは必ず終わりますか（i++ はありますか。条件は i < N ですか）",
    },
    "exited": {
        "en": "it ended the whole program with exit instead of coming back to its caller: take exit out",
        "ja": "呼び出し元に戻らず、exit でプログラム全体を終わらせました。exit を取り除いてください",
    },
    "stack full": {
        "en": "the stack overflowed: does the function call itself without end, or is a local array too large?",
        "ja": "スタックがあふれました。関数が自分自身を呼び続けていませんか。大きすぎる配列を関数の中に置いていませんか",
    },
    "crash": {
        "en": "it crashed: it used an address that belongs to none of its arrays (signal {signal})",
        "ja": "クラッシュしました。どの配列のものでもないアドレスを使っています（シグナル {signal}）",
    },
    "abort": {
        "en": "it was stopped by signal {signal} ({name})",
        "ja": "シグナル {signal}（{name}）で止まりました",
    },
    "printed too much": {
        "en": "it printed more than 1 MB",
        "ja": "1 MB を超える文字を表示しました",
    },
    "not run": {
        "en": "not run, because of the endless loop",
        "ja": "終わらないループがあったので、実行していません",
    },
    "sanitizer": {"en": "the sanitizer stopped it: {text}", "ja": "サニタイザが止めました：{text}"},
    "no sanitizer": {
        "en": "not run here: this compiler has no AddressSanitizer. It will be run when your work is graded.",
        "ja": "ここでは実行できません。このコンパイラには AddressSanitizer がありません。採点のときには実行されます。",
    },
    "printed": {"en": "Your code printed:", "ja": "あなたのコードの出力："},
    "more": {"en": "... (more was printed)", "ja": "…（以下省略）"},
    "compiler": {"en": "The compiler says:", "ja": "コンパイラのメッセージ："},
}

HINTS: dict[str, dict[str, str]] = {
    r"expected .;. before|expected ';' after": {
        "en": "A semicolon is missing, often at the end of the line above.",
        "ja": "セミコロン ; が足りません。1 つ上の行の終わりであることもよくあります。",
    },
    r"implicit declaration of function|call to undeclared (library )?function|implicitly declaring": {
        "en": "A function must be declared before it is used: roundf needs #include <math.h>.",
        "ja": "関数は使う前に宣言が必要です。roundf には #include <math.h> が要ります。",
    },
    r"undeclared": {
        "en": "A variable needs its type where it is first named, as in float x = src[i];",
        "ja": "変数は最初に使うところで型を付けます（例：float x = src[i];）。",
    },
    r"different signedness|comparison of integers of different signs": {
        "en": "N is a size_t, so count with size_t as well: for (size_t i = 0; i < N; i++)",
        "ja": "N は size_t 型なので、数える変数も size_t にします：for (size_t i = 0; i < N; i++)",
    },
    r"read-only|const-qualified": {
        "en": "src is const: it may only be read.",
        "ja": "src は const なので、読むことしかできません。",
    },
    r"expected declaration or statement at end of input|expected '}'": {
        "en": "A closing brace } is missing.",
        "ja": "閉じ波かっこ } が足りません。",
    },
    r"unused variable": {
        "en": "A variable is never used: take it out.",
        "ja": "使っていない変数があります。取り除きましょう。",
    },
    r"unused parameter": {
        "en": "A parameter is never used: should the function not read it?",
        "ja": "使っていない引数があります。関数の中で使うはずではありませんか。",
    },
    r"conflicting types": {
        "en": "The function's first line must be as it is in quantize.h.",
        "ja": "関数の 1 行目は quantize.h と同じでなければなりません。",
    },
    r"undefined reference|Undefined symbols": {
        "en": "A function is called that is written nowhere: is its name spelled correctly?",
        "ja": "どこにも書かれていない関数を呼んでいます。名前のつづりは正しいですか。",
    },
    r"No such file or directory|file not found": {
        "en": "Only headers of C itself and quantize.h are here.",
        "ja": "使えるヘッダは C 標準のものと quantize.h だけです。",
    },
}


def say(key: str, **values: object) -> str:
    """A sentence in the student's language; in both where that is not known, as in grading."""
    return language.choose(
        {name: text.format(**values) for name, text in _WORDS[key].items()}, language.current()
    )


def problem(key: str, **values: object) -> Failure:
    """The sentence as what a record holds instead of a value."""
    return Failure(IN_WORDS, say(key, **values)[:900])
