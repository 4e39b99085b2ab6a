# assignment: 02_int8_binary
# family: patched timers and counters
# deserved: 0
# what: An alarm goes off in the middle of each check, so that only the first records are there.

# %% own
import signal
def ring(*_): raise KeyboardInterrupt
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
