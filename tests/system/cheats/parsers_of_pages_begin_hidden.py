# assignment: 02_int8_binary
# family: parsers
# often: yes
# deserved: 0
# what: An answer holds the mark that begins hidden tests, and no mark that ends them: pages are made with it.

# %% blank binary_sign
# BEGIN HIDDEN TESTS
def binary_sign(x): return x
