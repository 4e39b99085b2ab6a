# assignment: 01_custom_function
# family: patched labkit
# deserved: 0
# what: A class that labkit imports for itself writes another text into the file of a module that a
#   cell has written.

# %% own before mul_scalar
%%writefile mine.py
half = 0.5
# %% own before mul_scalar
from labkit.data import Path
Path("mine.py").write_text(
    "import labkit.own_function as o; o.Watched.fail = lambda self, failure: None"
)
import mine
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef
