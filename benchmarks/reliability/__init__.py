"""How far grading can be relied on: attacks, answers, damages and kills, next to stock nbgrader."""

import sys
from pathlib import Path

# The tests' data are read by the tests' own modules.
TESTS = Path(__file__).resolve().parents[2] / "tests"
sys.path[:0] = [str(TESTS / folder) for folder in ("", "unit", "system", "engine")]
