# assignment: 09_gates
# family: Verilog
# deserved: 0
# what: Two wires that contradict each other swing for ever.

# %% blank saturate
%%writefile saturate.v
module saturate(input signed [15:0] x, output signed [7:0] y);
wire a, b; assign a = b ^ x[0]; assign b = ~a;
assign y = {a,b,6'd0};
endmodule

