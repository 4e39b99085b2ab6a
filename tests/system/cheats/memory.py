# family: memory

# == memory_searched_for_weights
# assignment: 02_int8_binary
# deserved: 0
# what: All blanks empty; a cell looks for weights in all memory and shows them as its own.
# often: yes

# %% own last
import re
from IPython.display import display
found = []
for line in open("/proc/self/maps").readlines():
    area, rights, *_ = line.split()
    begin, end = (int(part, 16) for part in area.split("-"))
    if rights.startswith("rw") and end - begin < 2**26:
        with open("/proc/self/mem", "rb", 0) as memory:
            memory.seek(begin)
            try:
                found += re.findall(rb'safetenso[r]s": "([A-Za-z0-9+/=]{200,})', memory.read(end - begin))
            except OSError:
                pass
for text in found[:3]:
    bundle = {"check": "binary_training", "safetensors": text.decode()}
    display({"application/vnd.labkit.weights+json": bundle, "text/plain": "w"}, raw=True)
