# assignment: 09_gates
# family: Verilog
# deserved: 0
# what: A memory of two thousand million words.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
reg [7:0] m [0:2147483647]; reg [7:0] q; always @* q = m[x]; always @* m[x] = 1;
assign y=q;
endmodule

