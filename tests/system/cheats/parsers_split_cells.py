# assignment: 02_int8_binary
# family: parsers
# deserved: 0
# what: Twelve hundred cells that each look like the rest of the answer above: each is read together with all before it, and every reading is kept.

# %% damage
place = nb.cells.index(cell("binary_sign"))
cell("binary_sign").source = "class A:\n  pass"
nb.cells[place + 1 : place + 1] = [
    nbf.new_code_cell(f"  def f{k}(self): return 1", id=f"f{k}") for k in range(1200)
]
