# assignment: 02_int8_binary
# family: lying objects
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
