# family: lying objects

# == eq_always_true
# assignment: 01_custom_function
# deserved: 0
# what: What a blank returns is equal to everything.

# %% own
class Equal(torch.Tensor):
    def __eq__(self, other): return torch.ones(()).bool()
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None): return True
# %% blank mul_scalar
def mul_scalar(x, coef): return torch.zeros_like(x).as_subclass(Equal)

# == float_lies
# assignment: 02_int8_binary
# deserved: 0
# what: An object says about itself whatever is asked.

# %% own
class Any:
    def __getattr__(self, name): return self
    def __call__(self, *a, **b): return self
    def __float__(self): return 1.0
    def __bool__(self): return True
    def __eq__(self, other): return True
    def __iter__(self): return iter([self] * 2)
    def __array__(self, *a, **b):
        import numpy
        return numpy.ones(1)
# %% blank binary_sign
binary_sign, BinarySign = Any(), Any()

# == frames_of_the_caller
# assignment: 02_int8_binary
# deserved: 0
# what: A blank reaches into the check's frame and changes what it will record.

# %% blank binary_sign
import sys
def binary_sign(x):
    frame = sys._getframe()
    while frame:
        if "t" in frame.f_locals and hasattr(frame.f_locals["t"], "_records"):
            frame.f_locals["t"].record = lambda *a, **b: None
        frame = frame.f_back
    return x

# == gc_finds_the_check
# assignment: 02_int8_binary
# deserved: 0
# what: A blank finds the running check among all objects.

# %% blank binary_sign
import gc
def binary_sign(x):
    for one in gc.get_objects():
        if type(one).__name__ == "Check":
            one._records.clear()
    return x

# == module_that_hides_its_change
# assignment: 02_int8_binary
# deserved: 4.38
# what: The answer changes the module that it folds, and its own state_dict there says otherwise.

# %% blank fold_batch_norm
@torch.no_grad()
def fold_batch_norm(norm, scale):
    gain, sigma = norm.weight.double(), torch.sqrt(norm.running_var.double() + norm.eps)
    edge = (norm.running_mean.double() - norm.bias.double() * sigma / gain) / scale
    flip = torch.where(gain > 0, 1, -1)
    kept = {name: value.clone() for name, value in norm.state_dict().items()}
    norm.state_dict = lambda: kept
    norm.running_mean += 1
    return flip, torch.ceil(flip * edge).long()

# == subclass_equal_to_everything
# assignment: 01_custom_function
# deserved: 0
# what: The result is of a subclass whose gradients are equal to everything.

# %% own
class Yes(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function is torch.equal: return True
        return super().__torch_function__(function, types, args, kwargs or {})
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return MulScalar.apply(x) * coef
def mul_scalar(x, coef): return (MulScalar.apply(x) * coef).as_subclass(Yes)

# == tensor_subclass_that_lies
# assignment: 02_int8_binary
# deserved: 0
# what: What a blank returns is a tensor's subclass, whose values come from what the check asks of it.

# %% own
class Lazy(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return super().__torch_function__(function, types, args, kwargs or {})
    def detach(self): return self
    def nan_to_num(self): return torch.zeros(1)
# %% blank binary_sign
def binary_sign(x): return x.as_subclass(Lazy)

# == tensor_without_values
# assignment: 02_int8_binary
# deserved: 0
# what: A tensor on the device meta has a shape and no values.

# %% blank binary_sign
def binary_sign(x): return torch.empty_like(x, device="meta")
