"""How far grading can be relied on: attacks, answers, damages and kills, beside stock nbgrader."""

import sys
from pathlib import Path

# The tests' data are read by the tests' own modules.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
