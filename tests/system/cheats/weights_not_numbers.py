# assignment: 02_int8_binary
# family: weights
# deserved: 0
# what: Weights of NaN and infinity are handed in.
# often: yes

# %% own last
import base64, torch
from safetensors.torch import save
from IPython.display import display
text = base64.b64encode(save({"0.weight": torch.full((64, 64), float("nan")), "1.weight": torch.full((10, 64), float("inf"))})).decode()
display({"application/vnd.labkit.weights+json": {"check": "binary_training", "safetensors": text}, "text/plain": "w"}, raw=True)
