"""Executes untrusted notebooks, fast and in a sandbox; the reasons: docs/maintainers/engine.md.

One **fork server** imports once what the caller's runtime names. Every notebook gets a kernel
forked from it, in namespaces of its own, and talks to it over one pipe. What comes back is the
executed notebook and what ended it early. The engine stands alone: it imports nothing of this
repository from outside its folder, and what a course needs is an argument.

The trusted side, in the caller's process, which is called the grader:

=====================  ============================================================================
:mod:`.execution`      what goes in and comes out: ``Plan``, ``Execution``, ``Stop``
:mod:`.limits`         what one notebook may use; :mod:`.runtime`: what its kernel has
:mod:`.pool`           ``Executor``: several notebooks at a time, here or by Dask's workers
:mod:`.engine`         ``Engine``: one fork server, and the runs over it
:mod:`.client`         runs the cells: wall time, dead kernels; :mod:`.outputs`: what is kept;
                       :mod:`.work_timer`: time without waiting for a processor
:mod:`.provisioner`    the same kernels for stock Jupyter tools, and their kernelspec
:mod:`.launcher`       starts the fork server, asks it for kernels
:mod:`.protocol`       what grader and fork server send each other
:mod:`.sandbox`        bubblewrap, around the fork server; what this machine can give
:mod:`.fast_json`      JSON, ten times as quick
=====================  ============================================================================

The untrusted side, inside bubblewrap, :mod:`.server`:

=====================  ============================================================================
``fork_server``        the loop that forks a kernel for each launch request
``kernel``             the IPython kernel, prepared before the fork; ``cells`` is how it reads a
                       cell, and ``messages`` what it sends to the engine
``huge_pages``         what makes many forks cheaper
``isolation``          each kernel's namespaces, storage, limits, lost privileges; ``seccomp``
                       refuses system calls that go around a limit
``users``              in a container without namespaces: a user of its own for each kernel
``watchdog``           measures a kernel from outside it
=====================  ============================================================================
"""
