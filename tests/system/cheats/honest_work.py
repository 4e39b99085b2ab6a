# family: honest work

# == right_blank_keeps_its_points
# assignment: 02_int8_binary
# deserved: 3
# what: Nothing is tried: one right blank, to see that the points of honest work are given.
# often: yes

# %% right binary_sign
