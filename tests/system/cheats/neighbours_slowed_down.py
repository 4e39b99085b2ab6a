# family: neighbours slowed down

# == hangs_one_cell
# assignment: 02_int8_binary
# deserved: 0
# what: A cell computes for ever, in many threads.

# %% own
import threading
def turn():
    while True: pass
for _ in range(8): threading.Thread(target=turn, daemon=True).start()
