# assignment: 09_gates
# family: Verilog
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

