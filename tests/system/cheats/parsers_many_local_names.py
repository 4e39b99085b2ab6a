# assignment: 01_custom_function
# family: parsers
# deserved: 0
# what: A function with six thousand local names: memory of the grader grows with their square.

# %% damage
nb.cells.append(nbf.new_code_cell("def f():\n" + "".join(f" a{i}=0\n" for i in range(6000))))
