# assignment: 01_custom_function
# family: no derivative
# deserved: 0
# what: Gradient reversal by detach, without a Function.
# known: gradient_reversal asks for values alone, and a line with detach gives them

# %% blank gradient_reversal
def gradient_reversal(x, strength=1.0): return (1 + strength) * x.detach() - strength * x
