# family: parsers

# == check_cell_raw_messages
# assignment: 02_int8_binary
# deserved: 0
# what: The same from inside a check.

# %% blank binary_sign
def binary_sign(x):
    pub = get_ipython().display_pub
    for content in ({"data": {"application/vnd.labkit.evidence+json": "x", "application/vnd.labkit.weights+json": ["x"]}, "metadata": {}}, {"data": {"text/html": ["<b>", "</b>"], "image/png": "no", "text/markdown": ["$\\a", "$"]}, "metadata": {"image/png": 3}}):
        pub.session.send(pub.pub_socket, "display_data", content, parent=pub.parent_header, ident=b"display_data")
    return x

# == evidence_as_deep_as_can_be_kept
# assignment: 02_int8_binary
# deserved: 0
# often: yes
# what: Evidence beside whose right answers a field is nested so deep that the grader just kept it, and
#   no command could read it again: one student ended feedback and export for all.

# %% right int8_backward
# %% own
from labkit.checks import Shown
mime, old = "application/vnd.labkit.evidence+json", Shown._repr_mimebundle_
def new(self, **options):
    bundle = old(self, **options)
    data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
    deep = []
    for _ in range(482): deep = [deep]
    data[mime] = {**data[mime], "check": deep}
    return data
Shown._repr_mimebundle_ = new

# == output_raw_messages
# assignment: 02_int8_binary
# deserved: 3
# what: Messages past IPython's own writer, whose data is a text, a list, null, or lacks what others need.

# %% right int8_backward
# %% own last
import copy
pub = get_ipython().display_pub
for content in ({"data": "application/vnd.labkit.evidence+json", "metadata": {}}, {"data": None, "metadata": {}}, {"data": ["application/vnd.labkit.evidence+json"], "metadata": {}}, {"data": {"text/plain": ["a", 1]}, "metadata": 3}):
    pub.session.send(pub.pub_socket, "display_data", content, parent=pub.parent_header, ident=b"display_data")
pub.session.send(pub.pub_socket, "stream", {"name": "stdout", "text": ["a"]}, parent=pub.parent_header, ident=b"stream")
pub.session.send(pub.pub_socket, "error", {"ename": 1, "evalue": None, "traceback": "x"}, parent=pub.parent_header, ident=b"error")

# == parsers_deep_attributes
# assignment: 02_int8_binary
# deserved: 3
# what: An expression two thousand attributes deep, and setattr with one argument: whoever reads the tree may fall over them.

# %% right int8_backward
# %% damage
nb.cells.append(nbf.new_code_cell("torch" + ".b" * 2000))
nb.cells.append(nbf.new_code_cell("setattr(torch)\ndelattr(torch)"))

# == parsers_deep_brackets
# assignment: 02_int8_binary
# deserved: 0
# what: A cell of ten thousand brackets, for whoever reads its syntax tree.

# %% own
x = 1
# %% damage
nb.cells.append(nbf.new_code_cell("(" * 10000 + ")" * 10000))
nb.cells.append(nbf.new_code_cell("x = " + "-" * 20000 + "1"))

# == parsers_deep_call_in_a_function
# assignment: 01_custom_function
# deserved: 0
# what: A call seven hundred attributes deep inside a backward, for whoever reads the conduct of a Function.

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef): return x
    @staticmethod
    def backward(ctx, grad_out): return DEEP()
mul_scalar = MulScalar.apply
# %% damage
blank = cell("mul_scalar")
blank.source = blank.source.replace("DEEP", "grad_out" + ".a" * 700)

# == parsers_long_hexadecimal
# assignment: 02_int8_binary
# often: yes
# deserved: 3
# what: An integer of five thousand hexadecimal digits, which Python reads and refuses to write: whoever writes the tree out falls over it.

# %% right int8_backward
# %% damage
nb.cells.append(nbf.new_code_cell("if 0: (0x" + "f" * 5000 + ").real"))

# == parsers_many_local_names
# assignment: 01_custom_function
# deserved: 0
# what: A function with six thousand local names: memory of the grader grows with their square.

# %% damage
nb.cells.append(nbf.new_code_cell("def f():\n" + "".join(f" a{i}=0\n" for i in range(6000))))

# == parsers_many_newlines
# assignment: 02_int8_binary
# deserved: 0
# what: A cell of sixty thousand empty lines: the patterns that take magics out look at each from each.

# %% damage
nb.cells.append(nbf.new_code_cell("x = 1" + "\n" * 60000 + "y = 2"))

# == parsers_many_records
# assignment: 02_int8_binary
# deserved: 0
# what: An output with many records of one check, each with a long name.

# %% damage
bundle = {"application/vnd.labkit.evidence+json": {"check": "binary_sign", "seed": 0, "error": None, "records": [{"name": "y" * 200, "value": 1.0}] * 200}}
for cell_ in nb.cells:
    if cell_.cell_type == "code": cell_.outputs = [nbf.new_output("display_data", bundle)] * 5

# == parsers_null_and_surrogates
# assignment: 02_int8_binary
# deserved: 0
# what: Null characters and half characters in sources and names.

# %% damage
nb.cells.append(nbf.new_code_cell("x = '\x00'"))
nb.cells.append(nbf.new_code_cell("x = '\ud800'.encode('utf-8', 'replace')".encode("utf-8", "replace").decode()))
nb.metadata["\u202e"] = "\u202e"

# == parsers_of_pages_begin_hidden
# assignment: 02_int8_binary
# often: yes
# deserved: 0
# what: An answer holds the mark that begins hidden tests, and no mark that ends them: pages are made with it.

# %% blank binary_sign
# BEGIN HIDDEN TESTS
def binary_sign(x): return x

# == parsers_of_pages_c_import
# assignment: 05_c_quantizer
# deserved: 0
# what: Spaces behind the word import in a cell of C, over which the highlighter of pages takes time by their square.

# %% damage
nb.cells.append(nbf.new_code_cell("%%writefile a.c\nimport" + " " * 15000))

# == parsers_of_pages_dots
# assignment: 02_int8_binary
# deserved: 0
# what: A cell of thirty thousand letters over which the highlighter of pages takes time by their square.

# %% damage
nb.cells.append(nbf.new_code_cell("a." * 15000))

# == parsers_split_cells
# assignment: 02_int8_binary
# deserved: 0
# what: Twelve hundred cells that each look like the rest of the answer above: each is read together with all before it, and every reading is kept.

# %% damage
place = nb.cells.index(cell("binary_sign"))
cell("binary_sign").source = "class A:\n  pass"
nb.cells[place + 1 : place + 1] = [
    nbf.new_code_cell(f"  def f{k}(self): return 1", id=f"f{k}") for k in range(1200)
]

# == parsers_wide_attributes
# assignment: 02_int8_binary
# deserved: 0
# what: A wide list at the root of three hundred attributes, which is written out once for each of them.

# %% damage
nb.cells.append(nbf.new_code_cell("if 0: z = [" + "1," * 30000 + "]" + ".a" * 300))
