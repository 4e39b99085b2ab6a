# family: intake tricks

# == cell_magic_swallows_checks
# assignment: 02_int8_binary
# deserved: 0
# what: A magic on top of the checks turns them into text.

# %% damage
for one in nb.cells:
    if one.metadata.get("nbgrader", {}).get("grade") and one.cell_type == "code":
        one.source = "%%writefile x.py\n" + one.source

# == check_points_raised
# assignment: 02_int8_binary
# deserved: 3
# what: The metadata of one right blank's check says a hundred points.
# often: yes

# %% right binary_sign
# %% damage
cell("binary_sign_check").metadata.nbgrader.points = 100

# == check_source_replaced
# assignment: 02_int8_binary
# deserved: 0
# what: The check cell's text is replaced by points.
# often: yes

# %% damage
for name in ("binary_sign_check", "int8_backward_check", "int8_float_check"):
    cell(name).source = "3.0"

# == checks_moved_to_the_top
# assignment: 02_int8_binary
# deserved: 0
# what: All checks stand before what they check, with other definitions beside them.

# %% damage
moved = [one for one in nb.cells if one.metadata.get("nbgrader", {}).get("grade")]
nb.cells = moved + [one for one in nb.cells if one not in moved]

# == extra_check_invented
# assignment: 02_int8_binary
# deserved: 0
# what: A check that the course does not have gives many points.

# %% damage
fake = nbf.new_code_cell("check('more')(lambda t: t.record('y', 1))")
fake.metadata = {"nbgrader": {"grade": True, "solution": False, "grade_id": "more_check", "points": 50, "locked": True, "schema_version": 3, "cell_type": "code"}, "labkit": {"extra": True}}
nb.cells.append(fake)

# == id_of_a_check_on_an_own_cell
# assignment: 02_int8_binary
# deserved: 0
# what: An own cell has the metadata of a check, and shows points.
# often: yes

# %% damage
fake = nbf.new_code_cell("3.0")
fake.metadata = dict(cell("binary_sign_check").metadata)
nb.cells.insert(0, fake)

# == kernel_ended_by_own_cells
# assignment: 01_custom_function
# deserved: 0
# what: A blank that ends the kernel unless it is being graded without the own cells, and an own cell that ends it.

# %% own
import os, threading
threading.Timer(1.5, os._exit, (0,)).start()
# %% own last
os._exit(0)

# == look_alike_letters
# assignment: 02_int8_binary
# deserved: 0
# what: An id with a Greek letter looks like that of a check.

# %% damage
fake = nbf.new_code_cell("3.0")
fake.metadata = {"nbgrader": {**cell("binary_sign_check").metadata.nbgrader, "grade_id": "binary_sιgn_check", "points": 50}}
nb.cells.append(fake)

# == own_cell_with_the_id_of_setup
# assignment: 02_int8_binary
# deserved: 0
# what: An own cell pretends to be the set-up cell, to run before labkit.

# %% damage
fake = nbf.new_code_cell("import sys; sys.modules['labkit'] = None")
fake.metadata = {"labkit": {"role": "setup"}, "deletable": False}
nb.cells.insert(0, fake)

# == setup_doubled
# assignment: 02_int8_binary
# deserved: 0
# what: The set-up cell comes twice, the second with another course.

# %% damage
import copy
again = copy.deepcopy(next(one for one in nb.cells if "labkit.start" in one.source))
again.source = again.source.replace("02_int8_binary", "01_custom_function")
nb.cells.append(again)

# == skip_mark_on_checks
# assignment: 02_int8_binary
# deserved: 0
# what: The metadata says that the checks need not run, and their outputs claim points.

# %% damage
for one in nb.cells:
    if one.metadata.get("nbgrader", {}).get("grade"):
        one.metadata["labkit"] = {"skip": True}
        if one.cell_type == "code":
            one.outputs = [nbf.new_output("execute_result", {"text/plain": "3.0"})]
