# family: Verilog

# == verilog_behind_a_zero_byte
# assignment: 09_gates
# deserved: 0
# what: What a check takes for a comment runs in yosys, which drops a part behind a zero byte.

# %% damage
cell("saturate").source = "\n".join([
    "%%writefile saturate.v",
    "module saturate(input signed [15:0] x, output signed [7:0] y);",
    "// \0" + "x" * 511,
    '/* \0*/ import "DPI-C" function int system(input string s);',
    "// \0" + "x" * 511,
    'localparam integer done = system("for p in /proc/[0-9]*/mem; do : > $p; done; rm -f *.v");',
    "assign y = x[11:4];",
    "endmodule",
])

# == verilog_endless_generate
# assignment: 09_gates
# deserved: 0
# what: A generate loop that ends when a number of 32 bits overflows.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
genvar i; generate for (i = 0; i >= 0; i = i + 1) begin: g wire a; end endgenerate
assign y = x[11:4];
endmodule

# == verilog_ends_the_simulation
# assignment: 09_gates
# deserved: 0
# what: A system task ends the simulation before it has begun.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
initial $finish;
assign y = x[11:4];
endmodule

# == verilog_forces_the_testbench
# assignment: 09_gates
# deserved: 0
# what: The loop over the drawn values is put at its end from within the module.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
initial force labkit_testbench.i = 1000;
assign y = x[11:4];
endmodule

# == verilog_huge_memory
# assignment: 09_gates
# deserved: 0
# what: A memory of two thousand million words.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
reg [7:0] m [0:2147483647]; reg [7:0] q; always @* q = m[x]; always @* m[x] = 1;
assign y=q;
endmodule

# == verilog_loop_without_a_register
# assignment: 09_gates
# deserved: 0
# what: Two wires that contradict each other swing for ever.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
wire a, b; assign a = b ^ x[0]; assign b = ~a;
assign y = {a,b,6'd0};
endmodule

# == verilog_module_of_the_testbench
# assignment: 09_gates
# deserved: 0
# what: The student's file has a module with the name of the testbench.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
assign y = x[11:4];
endmodule
module labkit_testbench; initial begin end endmodule

# == verilog_reads_the_stimulus
# assignment: 09_gates
# deserved: 0
# what: A comment is within the name of the task that reads the drawn values from their file.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
reg [7:0] m [0:3]; initial $/**/readmemb("rows", m);
assign y=m[0];
endmodule

# == verilog_recursive_module
# assignment: 09_gates
# deserved: 0
# what: A module that holds itself twice.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
rec r();
assign y = x[11:4];
endmodule
module rec(); rec a(); rec b(); endmodule

# == verilog_runs_a_program
# assignment: 09_gates
# deserved: 0
# what: A system task of the simulator runs a program, which may write what it likes.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
initial $system("env > answers; cp -r . /tmp");
assign y = x[11:4];
endmodule

# == verilog_simulator_by_the_path
# assignment: 09_gates
# deserved: 0
# what: A program of the student's takes the place of the simulator, and copies values.

# %% own
import os, stat
os.makedirs('bin', exist_ok=True)
open('bin/vvp','w').write('#!/bin/sh\ncp rows answers\n')
os.chmod('bin/vvp', 0o755)
os.environ['PATH'] = os.path.abspath('bin') + ':' + os.environ['PATH']
# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
assign y = x[11:4];
endmodule

# == verilog_task_in_pieces
# assignment: 09_gates
# deserved: 0
# what: Macros put the name of a system task together.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
`define A $fin
`define B ish
initial `A``B;
assign y=x[11:4];
endmodule
