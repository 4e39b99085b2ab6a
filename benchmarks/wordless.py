"""Code without words, on which no point hangs: a better sentence asks for no new figure."""

import ast

from labkit.language import LANGUAGES


def without_words(source: str) -> str:
    """Python without comments and without the sentences of cards.

    >>> without_words('t.result("y", f, x, en="It is y.")  # at last')
    "t.result('y', f, x)"
    """
    try:
        return ast.unparse(_Wordless().visit(ast.parse(source)))
    except SyntaxError:  # of a magic command, or of C
        return source


class _Wordless(ast.NodeTransformer):
    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        return None if node.arg in LANGUAGES else self.generic_visit(node)
