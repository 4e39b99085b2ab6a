# assignment: 02_int8_binary
# family: intake tricks
# deserved: 3
# what: The metadata of one right blank's check says a hundred points.
# often: yes

# %% right binary_sign
# %% damage
cell("binary_sign_check").metadata.nbgrader.points = 100
