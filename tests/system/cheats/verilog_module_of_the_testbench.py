# assignment: 09_gates
# family: Verilog
# deserved: 0
# what: The student's file has a module with the name of the testbench.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
assign y = x[11:4];
endmodule
module labkit_testbench; initial begin end endmodule
