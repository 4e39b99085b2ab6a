# family: weights

# == accuracy_recorded_as_one
# assignment: 02_int8_binary
# deserved: 0
# what: The kernel says that the accuracy is 1.

# %% own
from labkit import checks
checks.measure = lambda *a: [1.0]

# == weights_as_a_pickle
# assignment: 02_int8_binary
# deserved: 0
# what: A pickle of torch.save in place of safetensors, which would run code when it is loaded.

# %% own last
import base64, io, os
from IPython.display import display
class Bomb:
    def __reduce__(self): return (os.system, ("touch /tmp/loaded",))
buffer = io.BytesIO()
torch.save({"0.weight": Bomb()}, buffer)
bundle = {"check": "binary_training", "safetensors": base64.b64encode(buffer.getvalue()).decode()}
display({"application/vnd.labkit.weights+json": bundle, "text/plain": "w"}, raw=True)

# == weights_by_a_hash_of_the_images
# assignment: 02_int8_binary
# deserved: 2
# what: Weights by a hash of each image that everybody has, so that a network would know these by heart.

# %% right binary_network
# %% own last
import base64, hashlib
from IPython.display import display
from safetensors.torch import save
network = BinaryNetwork() if "BinaryNetwork" in globals() else binary_network()
images = data.load().train if hasattr(data.load(), "train") else None
kept = {}
for name, value in network.state_dict().items():
    seed = int.from_bytes(hashlib.sha256(name.encode() + repr(images).encode()).digest()[:6], "big")
    kept[name] = torch.randn(value.shape, generator=torch.Generator().manual_seed(seed)).to(value.dtype)
bundle = {"check": "binary_training", "safetensors": base64.b64encode(save(kept)).decode()}
display({"application/vnd.labkit.weights+json": bundle, "text/plain": "w"}, raw=True)

# == weights_not_numbers
# assignment: 02_int8_binary
# deserved: 0
# what: Weights of NaN and infinity are handed in.
# often: yes

# %% own last
import base64, torch
from safetensors.torch import save
from IPython.display import display
text = base64.b64encode(save({"0.weight": torch.full((64, 64), float("nan")), "1.weight": torch.full((10, 64), float("inf"))})).decode()
display({"application/vnd.labkit.weights+json": {"check": "binary_training", "safetensors": text}, "text/plain": "w"}, raw=True)

# == weights_of_another_check
# assignment: 03_uniform_quantization
# deserved: 0
# what: The weights of every name that a check could have, shown by an own cell, all zero or one.

# %% own last
import base64
from IPython.display import display
from safetensors.torch import save
for check in ("fine_tune", "quantized_net", "binary_training"):
    kept = {f"{n}.{part}": torch.ones(10, 64) for n in range(4) for part in ("weight", "bias")}
    bundle = {"check": check, "safetensors": base64.b64encode(save(kept)).decode()}
    display({"application/vnd.labkit.weights+json": bundle, "text/plain": "w"}, raw=True)

# == weights_of_rubbish
# assignment: 02_int8_binary
# deserved: 0
# what: Weights that are no safetensors, or claim a header of many gigabytes.

# %% damage
bundle = {"check": "binary_training", "safetensors": "/////////38AAAAA" * 100}
nb.cells.append(nbf.new_code_cell("1", outputs=[nbf.new_output("display_data", {"application/vnd.labkit.weights+json": bundle})]))

# == weights_shipped_behind_a_right_epoch
# assignment: 02_int8_binary
# deserved: 3.05
# what: The training is right, but there is no network; the weights are those of assignment 07.

# %% right binary_training
# %% own last
import labkit
from safetensors.torch import load_file
shipped = load_file(labkit.reference.resources() / "weights" / "binary_digits.safetensors")
shipped |= {f"{n}.1.num_batches_tracked": torch.tensor(0) for n in (0, 1, 2, 3, 5)}
class Filled(nn.Module):
    def state_dict(self):
        return {name: value.float() if value.is_floating_point() else value
                for name, value in shipped.items()}
labkit.keep("binary_training", Filled())

# == weights_shipped_for_another_assignment
# assignment: 02_int8_binary
# deserved: 0
# what: All blanks empty; the network of assignment 07, which is this one, is shown as trained.
# often: yes

# %% own last
import labkit
from safetensors.torch import load_file
shipped = load_file(labkit.reference.resources() / "weights" / "binary_digits.safetensors")
shipped |= {f"{n}.1.num_batches_tracked": torch.tensor(0) for n in (0, 1, 2, 3, 5)}
class Filled(nn.Module):
    def state_dict(self):
        return {name: value.float() if value.is_floating_point() else value
                for name, value in shipped.items()}
labkit.keep("binary_training", Filled())
