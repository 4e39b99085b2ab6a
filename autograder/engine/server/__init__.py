"""The untrusted side of the engine: the fork server and the kernels that it forks."""
