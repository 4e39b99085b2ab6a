# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: A Function over autograd, to which an attribute that a magic's line names binds the blank's
#   name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
class Put:
    @property
    def here(self):
        global mul_scalar
        mul_scalar = Pulled.apply
        return "."
put = Put()
%cd -q $put.here
