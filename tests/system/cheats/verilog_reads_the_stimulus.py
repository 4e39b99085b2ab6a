# assignment: 09_gates
# family: Verilog
# deserved: 0
# what: A comment is within the name of the task that reads the drawn values from their file.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
reg [7:0] m [0:3]; initial $/**/readmemb("rows", m);
assign y=m[0];
endmodule

