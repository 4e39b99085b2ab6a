# assignment: 02_int8_binary
# family: intake tricks
# deserved: 0
# what: The check cell's text is replaced by points.
# often: yes

# %% damage
for name in ("binary_sign_check", "int8_backward_check", "int8_float_check"):
    cell(name).source = "3.0"
