# assignment: 05_c_quantizer
# family: C
# deserved: 0
# what: Files of the machine are included, to be shown by the compiler's words.

# %% blank quantize_c
%%writefile quantize.c
#include "/etc/passwd"
#include "../../../solutions/05_c_quantizer/05_c_quantizer.ipynb"
