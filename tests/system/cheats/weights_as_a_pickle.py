# assignment: 02_int8_binary
# family: weights
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
