# family: hooks of IPython

# == ast_transformer
# assignment: 01_custom_function
# deserved: 0
# what: An AST transformer replaces every record's value by True.

# %% own
import ast
class AllTrue(ast.NodeTransformer):
    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "record":
            node.args[1] = ast.Constant(True)
        return node
get_ipython().ast_transformers.append(AllTrue())
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == code_wrapped_around_each_cell
# assignment: 04_function_design
# deserved: 2.56
# often: yes
# what: A cell magic wraps each later cell into a text, which sets a part of torch.

# %% own
%%code_wrap patched
import torch
torch.library.opcheck = lambda op, *a, test_utils=(), **k: {one: "SUCCESS" for one in test_utils}
__code__
__ret__
# %% wrong custom_op autograd_function_instead

# == display_formatter
# assignment: 01_custom_function
# deserved: 0
# what: The formatter of outputs gives full points for everything.

# %% own
get_ipython().display_formatter.format = lambda *a, **b: ({"text/plain": "4.0"}, {})

# == evidence_shown_again_behind_the_check
# assignment: 01_custom_function
# deserved: 3
# what: The values of masked_linear are right; behind the check its evidence is shown once more, with other conduct.

# %% own
from IPython.display import display
shell = get_ipython()
def again(*_):
    shown = shell.user_ns.get("verdict") if hasattr(shell, "user_ns") else None
    if shown is None or shown.evidence.check != "masked_linear" or shown is globals().get("seen"): return
    globals()["seen"] = shown
    bundle = shown._repr_mimebundle_()
    records = labkit.reference.load("masked_linear").evidence.records
    known = {one.name: one.value for one in records if not one.seeded}
    for key in bundle:
        if "evidence" in key:
            for record in bundle[key]["records"]:
                if isinstance(known.get(record["name"]), (bool, str)): record["value"] = known[record["name"]]
    display(bundle, raw=True)
shell.events.register("post_run_cell", again)
# %% blank masked_linear
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias
    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        return grad_out @ weight, grad_out.T @ x, grad_out.sum(0)
linear = Linear.apply

# == magic_as_a_check
# assignment: 01_custom_function
# deserved: 0
# what: A magic of the student's own prints points.

# %% own
from IPython.core.magic import register_line_magic
@register_line_magic
def verdict(line): return 4.0

# == post_run_cell_displays
# assignment: 01_custom_function
# deserved: 0
# what: After each cell a hook shows evidence of its own making.

# %% own
from IPython.display import display
def more(result):
    display({"text/plain": "4.0", "application/vnd.labkit.evidence+json": {"check": "mul_scalar", "seed": 1, "error": None, "records": []}}, raw=True)
get_ipython().events.register("post_run_cell", more)

# == pre_run_cell_rewrites
# assignment: 01_custom_function
# deserved: 0
# what: A transformer of IPython rewrites check cells before they run.

# %% own
def rewrite(lines):
    text = "".join(lines)
    return ["4.0\n"] if "@check" in text else lines
get_ipython().input_transformers_cleanup.append(rewrite)

# == showtraceback_silenced
# assignment: 01_custom_function
# deserved: 0
# what: Errors are shown as full points.

# %% own
get_ipython().showtraceback = lambda *a, **b: print("4.0")
