# assignment: 09_gates
# family: Verilog
# deserved: 0
# what: A system task ends the simulation before it has begun.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
initial $finish;
assign y = x[11:4];
endmodule

