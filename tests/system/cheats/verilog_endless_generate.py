# assignment: 09_gates
# family: Verilog
# deserved: 0
# what: A generate loop that ends when a number of 32 bits overflows.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
genvar i; generate for (i = 0; i >= 0; i = i + 1) begin: g wire a; end endgenerate
assign y = x[11:4];
endmodule

