"""One Japanese word for each thing in all that a student reads; spaces and marks as usual."""

import ast
import re

import pytest
from IPython.core.inputtransformer2 import TransformerManager
from repository import ASSIGNMENTS, REPOSITORY, answers_of, exercise, solution

from autograder.messages import load
from autograder.notebooks import is_check
from labkit.source import tree

KANA = re.compile(r"[\u3040-\u30ff]")
LETTER = "ぁ-んァ-ヶー一-龠々"
# What must not be written, and what is written instead.
RULES = {
    r"(?<!float64 の)(?<!元の)精度": "正解率",
    r"(?i)(?<!（)batch ?norm(?![\w.])": "バッチ正規化",
    r"線形層": "全結合層",
    r"(?<![てで])しま[うっいわえ]|取ってお": "保存する",
    r"(?:ノートブックに|必要なものを|重みを)\**残[しす]": "保存する",
    r"きまり|決まり(?=[をはがの])": "規則",
    r"(?<=\d)\s?つめ": "つ目",
    r"(?<=[\d何])\s?[番回行個列枚度]め": "番目、回目、行目",
    r"画素": "ピクセル",
    r"普通": "ふつう",
    r"講義|この授業|このコース": "教材",
    r"符号語": "コード（符号は sign）",
    r"[一二三四五六七八九]つ": "1 つ、2 つ",
    r"構いま|構わな": "かまいません",
    r"[23] 値": "二値、三値",
    r"教師データ": "目標値、教師信号",
    r"つの値だけで学習": "三値の重みで学習する",
    r"そのまま計算でき": "ブロードキャストされます",
    r"この (?:PC|パソコン)|このパソコン": "このマシン（Colab は PC ではない）",
    r"（[\dA-Za-z]+(?:, [\dA-Za-z]+)+）": "形は (3, 4) のように半角の括弧",
    r"硬い関数|(?:やわ|軟|柔)らかい関数": "ハードな関数、ソフトな関数",
    r"だれ[かもがの]": "誰",
    r"～": "〜",
    r"\d 文(?:ほど|以内|から)": "300〜400 字のように、字数で",
    rf"(?<=[{LETTER}])[:,](?=\s)": "：、（全角）",
    rf"[{LETTER}][A-Za-z0-9`]|[A-Za-z0-9`][{LETTER}]": "和文と英数字の間に空白",
}
# The trade's own words, in the notebooks that have been edited for them.
TRADE = {
    "活性(?![値化])": "活性値",
    "番地": "アドレス",
    "揺れ動": "振動",
    "(?<![な-ん])なら(?:す|した)(?:（|前|後|$)": "平滑化",
}
EDITED = ASSIGNMENTS
HEADERS = sorted((REPOSITORY / "resources/c/ja").iterdir())
DOCUMENTS = [
    *sorted((REPOSITORY / "docs").rglob("*.ja.md")),
    REPOSITORY / "docs" / "students" / "glossary.md",
    REPOSITORY / "c_exercise" / "README.ja.md",
    REPOSITORY / "README.ja.md",
]
CODE = re.compile(r"^```.*?^```|^ {4,}.*?$|(?<=`)[^`\n]+(?=`)", re.MULTILINE | re.DOTALL)
# What cells print and draw as it is: names in code, which are the same in every language.
SHOWN_BY = {"print", "progress", "set_postfix", "set_postfix_str"}
SHOWN_BY |= {"set_title", "set_xlabel", "set_ylabel", "suptitle", "text"}
SHOWN_AS = {"label", "title", "xlabel", "ylabel"}
NAMES = set(
    """
    Function STE Int8STE AccumulateGrad grad fc1 SumDiffProd DoubleUpstream RuntimeError
    class def relu relu_tf ReLU forward backward
    print deepcopy state_dict high pickle gradgradcheck detach opcheck plain with_operator
    torch where frac mse quantization affine_quantization weight float int8 bit_width stride
    TensorFlow PyTorch Python round meta threadIdx blockIdx march native utf saved Elizabeth was
    never printed Q4_K
""".split()
)
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$\n]*\$", re.DOTALL)


def prose(markdown):
    """The lines in Japanese, without code and formulas."""
    text = FORMULA.sub("", re.sub(CODE, "", markdown)).replace("``", "`")
    return [line for line in text.splitlines() if KANA.search(line)]


def of_notebook(assignment):
    """The Japanese lines of a notebook, those of the cards that checks show among them."""
    for cell in solution(assignment).cells:
        if cell.cell_type == "markdown" and cell.metadata.get("lang") != "en":
            yield from prose(cell.source)
        elif cell.cell_type == "code":
            yield from filter(KANA.search, re.findall(r'"[^"\n]*"', cell.source))
            yield from re.findall(r"(?:#|//) ja: (.*)", cell.source)


def of_answers():
    """What is said of wrong answers."""
    return [
        answer.sentences["ja"]
        for assignment in ASSIGNMENTS
        for answer in answers_of(assignment)
        if answer.sentences
    ]


def messages():
    return [text for section in load("ja").values() for text in section.values()]


def broken(lines, rules=RULES):
    """Each forbidden spelling in its line, and what is wanted."""
    return [
        f"{match[0]!r} -> {wanted}: {line}"
        for line in lines
        for rule, wanted in rules.items()
        for match in re.finditer(rule, line)
    ]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_notebook_has_one_word_for_each_thing(assignment):
    assert broken(of_notebook(assignment)) == []


@pytest.mark.parametrize("assignment", EDITED)
def test_an_edited_notebook_uses_the_trade_s_own_words(assignment):
    sentences = [answer.sentences["ja"] for answer in answers_of(assignment) if answer.sentences]
    assert broken([*of_notebook(assignment), *sentences, *messages()], TRADE) == []


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_text_of_a_figure_mixes_a_formula_with_japanese(assignment):
    """Colab's matplotlib draws all letters of such a text in the font of formulas."""
    cells = exercise(assignment, "ja").cells
    trees = [tree(cell.source) for cell in cells if cell.cell_type == "code"]
    texts = [
        node.value
        for parsed in trees
        for node in ast.walk(parsed)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert texts and [text for text in texts if "$" in text and KANA.search(text)] == []


@pytest.mark.parametrize(
    "header", HEADERS, ids=lambda path: path.relative_to(REPOSITORY).as_posix()
)
def test_a_header_has_one_word_for_each_thing(header):
    lines = header.read_text().splitlines()
    assert broken([line.removeprefix(" *") for line in lines if KANA.search(line)]) == []


@pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: path.relative_to(REPOSITORY).as_posix()
)
def test_a_document_has_one_word_for_each_thing(document):
    assert broken(prose(document.read_text())) == []


def test_messages_and_what_is_said_of_mistakes_have_one_word_for_each_thing():
    assert messages() and broken(messages()) == []
    assert of_answers() and broken(of_answers()) == []


def called(call):
    return getattr(call.func, "id", None) or getattr(call.func, "attr", "")


def shown(node):
    """What a cell may show: arguments of what prints and draws, and names that are labels."""
    if isinstance(node, ast.Assign):
        return (
            [node.value]
            if {getattr(target, "id", "") for target in node.targets} & SHOWN_AS
            else []
        )
    if not isinstance(node, ast.Call):
        return []
    named = [keyword.value for keyword in node.keywords if keyword.arg in SHOWN_AS]
    return named + (node.args if called(node) in SHOWN_BY else [])


def in_every_language(node):
    """The texts in an expression that do not come from ``words``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    is_looked_up = isinstance(node, (ast.FormattedValue, ast.Subscript, ast.Compare))
    if not is_looked_up and not (isinstance(node, ast.Call) and called(node) == "words"):
        for child in ast.iter_child_nodes(node):
            yield from in_every_language(child)


def english(source):
    """The English words that a cell would show to every reader."""
    texts = [
        text
        for node in ast.walk(ast.parse(TransformerManager().transform_cell(source)))
        for part in shown(node)
        for text in in_every_language(part)
    ]
    words = {word for text in texts for word in re.findall(r"[A-Za-z_]\w{2,}", text)}
    return {word for word in words if word.strip("_") not in NAMES}


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_what_cells_show_is_in_the_reader_s_language(assignment):
    cells = (cell for cell in solution(assignment).cells if cell.cell_type == "code")
    sources = [cell.source for cell in cells if not is_check(cell)]
    found = [english(source) for source in sources if not source.startswith("%%")]
    assert set().union(*found) == set()


def test_words_in_one_language_are_found():
    assert english('label = f"epoch {n}"\nprogress(x, label)') == {"epoch"}
    assert english('axes.set(xlabel="strength")') == {"strength"}
    assert not english('print(words(en="one", ja="1 つ"), x["key"], "frac = ")')


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_paragraph_begins_with_the_end_of_the_sentence_before_a_formula(assignment):
    texts = (cell.source for cell in solution(assignment).cells if cell.cell_type == "markdown")
    assert re.findall(r"\$\$\n+(?:です|とな|とし|に変え|を得)", "\n".join(texts)) == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("2 つめの値", "2 つ目の値"),
        ("65 個めから", "65 個目から"),
        ("画素", "画像のピクセル"),
        ("`ctx` にしまいます", "`ctx` に保存します"),
        ("8 文ほどで", "300〜400 字で"),
        ("きまりです", "範囲は決まります"),
        ("float32の値", "float32 の値"),
        ("入力: 3", "入力：3"),
        ("テストの精度", "float64 の精度のまま返る"),
        ("画像と教師データ", "画像と目標値（教師信号）"),
        ("3 つの値だけで学習します", "三値の重みで学習します"),
        ("この PC では", "自分の PC では、このマシンでは"),
        ("形は（3, 4）です", "形は (3, 4) です（行と列の順）"),
        ("量子化で消えてしまいます、普通です", "量子化で消えてしまいます"),
    ],
)
def test_the_rules_find_what_they_name_and_nothing_else(wrong, right):
    assert broken([wrong]) and not broken(prose(right))
