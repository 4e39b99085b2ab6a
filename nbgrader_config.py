# Makes stock nbgrader commands work in this folder. What can be set is in course.toml.
from pathlib import Path

from autograder.nbgrader_plugins.settings import serve_stock

serve_stock(get_config(), Path(__file__).resolve().parent)  # noqa: F821  nbgrader defines get_config
