# family: lazy outputs

# == lazy_outputs
# assignment: 02_int8_binary
# deserved: 0
# what: What is returned computes itself only when it is looked at, after the check.

# %% own
class Lazy:
    def __init__(self, x): self.x = x
    def __array__(self, *a, **b): return torch.where(self.x >= 0, 1.0, -1.0).numpy()
    def __getattr__(self, name): return getattr(torch.where(self.x >= 0, 1.0, -1.0), name)
# %% blank binary_sign
def binary_sign(x): return Lazy(x.detach())

# == output_changed_by_a_thread
# assignment: 04_function_design
# deserved: 0
# what: What is returned is changed by a thread, after the check has looked at it.

# %% own
import threading
kept = []
def later():
    import time
    while True:
        time.sleep(0.01)
        for one in list(kept): one.data.add_(1e-9)
threading.Thread(target=later, daemon=True).start()
# %% blank pattern_a
def relu(x):
    y = x.clone()
    kept.append(y)
    return y
