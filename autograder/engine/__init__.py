"""Executes untrusted notebooks quickly and behind walls.

One **warm process** imports torch, matplotlib and what the notebooks are known to import once. Every notebook gets a kernel
forked from it, in namespaces of its own, and is executed by nbclient. What comes back is the executed notebook, which is
evidence and nothing more: judging it is :mod:`autograder`'s work.

=====================  ==================================================================================
:mod:`.execution`      ``Engine``, ``execute``, ``Execution``: what the rest of autograder calls
:mod:`.client`         runs the cells; wall time, output size, dead kernels (in the grader's process)
:mod:`.provisioner`    the same kernels for stock Jupyter tools; :mod:`.kernelspec` names it to them
:mod:`.warm`           starts the warm process, asks it for kernels
:mod:`.lifeline`       the words between grader and warm process
:mod:`.sandbox`        the outer wall: bubblewrap; also around other programs (the C homework)
:mod:`.zygote`         the warm process (inside bubblewrap from here on)
:mod:`.kernel`         the IPython kernel, prepared before the fork; :mod:`.reading` is how it reads
                       a cell, :mod:`.streams` how it sends what is printed
:mod:`.hugepages`      makes its forks cheap
:mod:`.namespaces`     the inner wall: each kernel's namespaces, storage, lost privileges;
                       :mod:`.seccomp` refuses system calls that go around a limit
:mod:`.limits`         what a submission may use; :mod:`.watchdog` measures it from outside the kernel
=====================  ==================================================================================
"""
