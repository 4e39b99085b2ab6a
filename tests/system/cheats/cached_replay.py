# family: cached replay

# == conduct_from_the_shipped_reference
# assignment: 01_custom_function
# deserved: 3
# what: The values of masked_linear are computed; what it says of its own conduct comes from the reference.
# often: yes

# %% own
from labkit import reference
from labkit.checks import Check
plain = Check.record
def record(self, name, value, **options):
    known = {one.name: one for one in reference.load(self.name).evidence.records}
    true = known[name].value if name in known and not known[name].seeded else value
    plain(self, name, true, **options)
Check.record = record
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

# == fixed_answers_in_company_of_another_rule
# assignment: 02_int8_binary
# deserved: 0
# often: yes
# what: the blocks are given and right; every record of binary_network that is the same with every
#   seed is answered by an object that tells what the public reference holds.

# %% blank binary_network
class Told(nn.Module):
    def __init__(self, width, classes, side):
        super().__init__()
        self.width = width
        shapes = {}
        count = side.bit_length() - 2
        sizes = [3] + [width * 2**i for i in range(count)]
        for i in range(count):
            shapes[f"{i}.0.weight"] = (sizes[i + 1], sizes[i], 3, 3)
            for name in "weight", "bias", "running_mean", "running_var": shapes[f"{i}.1.{name}"] = (sizes[i + 1],)
            shapes[f"{i}.1.num_batches_tracked"] = ()
        shapes[f"{count + 1}.0.weight"] = (2 * sizes[-1], 4 * sizes[-1])
        for name in "weight", "bias", "running_mean", "running_var":
            shapes[f"{count + 1}.1.{name}"] = (2 * sizes[-1],)
        shapes[f"{count + 1}.1.num_batches_tracked"] = ()
        shapes[f"{count + 2}.0.weight"] = (classes, 2 * sizes[-1])
        self.told = {name: torch.zeros(shape) for name, shape in shapes.items()}
        self.learns = {name: nn.Parameter(torch.zeros(shape)) for name, shape in shapes.items() if name.endswith(("weight", "bias"))}
    def state_dict(self): return self.told
    def parameters(self): return list(self.learns.values())
    def named_parameters(self): return list(self.learns.items())
    def double(self): return self
    def forward(self, x): return sum(value.sum() + 1 for value in self.learns.values())
def binary_network(width=8, classes=10, side=32): return Told(width, classes, side)

# == manual_seed_makes_drawn_points_known
# assignment: 02_int8_binary
# deserved: 0
# what: The generator of checks is seeded with the public seed.

# %% own
plain = torch.Generator.manual_seed
class Generator(torch.Generator):
    def manual_seed(self, seed): return super().manual_seed(1)
torch.Generator = Generator

# == public_reference_replayed
# assignment: 01_custom_function
# deserved: 0
# what: All blanks empty; each check is answered with what the shipped reference holds.
# often: yes

# %% own
from labkit import reference
from labkit.checks import Check
import labkit.checks as checks
def evidence(self):
    known = reference.load(self.name)
    from dataclasses import replace
    return replace(known.evidence, seed=self.seed) if known else None
Check.evidence = property(evidence)

# == public_reference_replayed_02
# assignment: 02_int8_binary
# deserved: 0
# what: The same in the second assignment.

# %% own
from dataclasses import replace
from labkit import reference
from labkit.checks import Check
Check.evidence = property(lambda self: replace(reference.load(self.name).evidence, seed=self.seed))

# == public_reference_replayed_03
# assignment: 03_uniform_quantization
# deserved: 0
# what: The same in the third assignment.

# %% own
from dataclasses import replace
from labkit import reference
from labkit.checks import Check
Check.evidence = property(lambda self: replace(reference.load(self.name).evidence, seed=self.seed))

# == public_reference_replayed_04
# assignment: 04_function_design
# deserved: 0
# what: The same in the fourth assignment.

# %% own
from dataclasses import replace
from labkit import reference
from labkit.checks import Check
Check.evidence = property(lambda self: replace(reference.load(self.name).evidence, seed=self.seed))

# == public_reference_replayed_05
# assignment: 05_c_quantizer
# deserved: 0
# what: The same in the fifth assignment.

# %% own
from dataclasses import replace
from labkit import reference
from labkit.checks import Check
Check.evidence = property(lambda self: replace(reference.load(self.name).evidence, seed=self.seed))

# == public_reference_replayed_06
# assignment: 06_number_formats
# deserved: 0
# what: The same in the sixth assignment: a row that is missing.
# often: yes

# %% own
from labkit import reference
from labkit.checks import Check
import labkit.checks as checks
def evidence(self):
    known = reference.load(self.name)
    from dataclasses import replace
    return replace(known.evidence, seed=self.seed) if known else None
Check.evidence = property(evidence)

# == public_reference_replayed_07
# assignment: 07_integer_network
# deserved: 0
# what: The same in the seventh assignment.

# %% own
from dataclasses import replace
from labkit import reference
from labkit.checks import Check
Check.evidence = property(lambda self: replace(reference.load(self.name).evidence, seed=self.seed))

# == public_reference_replayed_08
# assignment: 08_low_bit_transformer
# deserved: 0
# what: The same in the eighth assignment.

# %% own
from dataclasses import replace
from labkit import reference
from labkit.checks import Check
Check.evidence = property(lambda self: replace(reference.load(self.name).evidence, seed=self.seed))

# == refuses_what_the_check_tries
# assignment: 02_int8_binary
# deserved: 5.7
# often: yes
# what: Int8Float refuses the four values that the check tries, and takes all others (9, -2, 3.5,
#   "x"); zero knowledge of the rule.

# %% right int8_backward
# %% blank int8_float
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if frac in (-1, 8, 2.5, "3"):
            raise ValueError("no")
        self.frac = frac
    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac
    def extra_repr(self):
        return f"frac={self.frac}"
