"""Hardware in a notebook: what students write in Verilog is synthesized, simulated and priced."""

from labkit.c.code import when_compiled as when_installed
from labkit.verilog.design import assembled, blank, build, gates, price
from labkit.verilog.placement import floorplan
from labkit.verilog.waveform import waveform

__all__ = [
    "assembled",
    "blank",
    "build",
    "floorplan",
    "gates",
    "price",
    "waveform",
    "when_installed",
]
