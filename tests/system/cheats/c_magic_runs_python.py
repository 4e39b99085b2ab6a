# assignment: 05_c_quantizer
# family: C
# deserved: 0
# what: The C blank's first line is another magic, to run Python where C runs alone.

# %% blank quantize_c
%%python
print("hello")
