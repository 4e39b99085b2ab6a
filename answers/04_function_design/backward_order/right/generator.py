def backward_order(last):
    done = []

    def after_its_inputs(variable):
        if variable.node and variable not in done:
            for source in variable.node.inputs:
                yield from after_its_inputs(source)
            if variable not in done:
                done.append(variable)
                yield variable

    yield from reversed(list(after_its_inputs(last)))
