"""Executes untrusted notebooks, fast and in a sandbox; ``docs/engine.md`` says why it is as it is.

One **fork server** imports torch, matplotlib and what course.toml names once. Every notebook gets a
kernel forked from it, in namespaces of its own, and is executed by nbclient. What comes back is the
executed notebook, which is evidence and nothing more: :mod:`autograder` judges it.

The trusted side, in the grader's process:

=====================  ============================================================================
:mod:`.engine`         ``Engine``, ``execute``, ``Execution``: what the rest of autograder calls
:mod:`.client`         runs the cells; wall time, output size, dead kernels
:mod:`.provisioner`    the same kernels for stock Jupyter tools; :mod:`.kernelspec` names it to them
:mod:`.launcher`       starts the fork server, asks it for kernels
:mod:`.protocol`       what grader and fork server say to each other
:mod:`.sandbox`        bubblewrap, around the fork server; what this machine can give
:mod:`.limits`         what a submission may use
=====================  ============================================================================

The untrusted side, inside bubblewrap, :mod:`.server`:

=====================  ============================================================================
``fork_server``        the loop that forks a kernel for each launch request
``kernel``             the IPython kernel, prepared before the fork; ``cells`` is how it reads a
                       cell, ``iopub`` how it sends what is printed
``namespaces``         each kernel's namespaces, storage, lost privileges; ``seccomp`` refuses
                       system calls that go around a limit
``watchdog``           measures a kernel from outside it
=====================  ============================================================================
"""
