# assignment: 02_int8_binary
# family: neighbours slowed down
# deserved: 0
# what: A cell computes for ever, in many threads.

# %% own
import threading
def turn():
    while True: pass
for _ in range(8): threading.Thread(target=turn, daemon=True).start()
