# assignment: 02_int8_binary
# family: honest work
# deserved: 3
# what: Nothing is tried: one right blank, to see that the points of honest work are given.
# often: yes

# %% right binary_sign
