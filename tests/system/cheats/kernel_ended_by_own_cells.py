# assignment: 01_custom_function
# family: intake tricks
# deserved: 0
# what: A blank that ends the kernel unless it is being graded without the own cells, and an own cell that ends it.

# %% own
import os, threading
threading.Timer(1.5, os._exit, (0,)).start()
# %% own last
os._exit(0)
