"""The engine reads every cell of the course as IPython does, although it parses it only once."""

import pytest
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import InteractiveShell
from repository import ASSIGNMENTS, solution

from autograder.engine.server.cells import CachedTransformer


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_cell_of_the_course_is_read_as_ipython_reads_it(assignment):
    cached, ordinary = CachedTransformer(InteractiveShell()), TransformerManager()
    cells = [cell for cell in solution(assignment).cells if cell.cell_type == "code"]
    assert cells
    for cell in cells:
        assert cached.transform_cell(cell.source) == ordinary.transform_cell(cell.source)
