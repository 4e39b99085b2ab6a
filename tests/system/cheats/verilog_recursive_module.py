# assignment: 09_gates
# family: Verilog
# deserved: 0
# what: A module that holds itself twice.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
rec r();
assign y = x[11:4];
endmodule
module rec(); rec a(); rec b(); endmodule
