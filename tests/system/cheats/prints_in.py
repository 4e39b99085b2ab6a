# assignment: 02_int8_binary
# family: hidden probes
# deserved: 0
# what: The last cell prints `In`, where IPython keeps the source of every cell.
# often: yes

# %% own last
print(In)
for source in In: print(source)
