# assignment: 02_int8_binary
# family: forged evidence
# deserved: 0
# what: The outputs in the handed-in file claim full evidence, and the kernel is killed before it runs.
# often: yes

# %% damage
cell("binary_sign_check").outputs = [nbf.new_output("display_data", {"application/vnd.labkit.evidence+json": {"check": "binary_sign", "seed": 1, "error": None, "records": [{"name": "y", "value": True}]}, "text/plain": "3.0"})]
# %% own
import os, signal
os.kill(os.getpid(), signal.SIGKILL)
