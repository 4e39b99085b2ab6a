# family: patched timers and counters

# == alarm_in_every_check
# assignment: 02_int8_binary
# deserved: 0
# what: An alarm goes off in the middle of each check, so that only the first records are there.

# %% own
import signal
def ring(*_): raise KeyboardInterrupt
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)

# == counter_of_calls_as_a_property
# assignment: 01_custom_function
# deserved: 0
# what: The counter of calls to torch counts backwards, and the clock of the process stands still.

# %% own
import time
CountCalls.count = property(lambda self: 0, lambda self, value: None)
vars(time)["process_time"] = lambda: 0.0

# == counter_patched
# assignment: 02_int8_binary
# deserved: 0
# what: Clocks stand still and counters count nothing.

# %% own
import time, gc, sys
time.perf_counter = time.time = time.monotonic = lambda: 0.0
gc.get_objects = lambda *a: []
sys.getsizeof = lambda *a: 0

# == saved_tensors_hidden
# assignment: 01_custom_function
# deserved: 0
# what: The hooks that count what is saved for backward count nothing.

# %% own
torch.autograd.graph.saved_tensors_hooks.__enter__ = lambda self: None

# == work_not_saved_but_calls_added
# assignment: 01_custom_function
# deserved: 3.46
# often: yes
# what: masked_linear computes all gradients always; calls that do nothing are added where a
#   gradient is needed, so the counter counts fewer without.

# %% blank masked_linear
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias
    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grads = grad_out @ weight, grad_out.T @ x, grad_out.sum(0)
        for needed in ctx.needs_input_grad:
            if needed: x.abs()
        return tuple(grad if needed else None for grad, needed in zip(grads, ctx.needs_input_grad))
linear = Linear.apply
