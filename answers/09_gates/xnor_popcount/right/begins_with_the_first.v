module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    reg first; // the next word is the first one of a neuron
    reg [9:0] sum, ones;
    integer i;
    always @* begin
        ones = 0;
        for (i = 31; i >= 0; i = i - 1)
            ones = ones + (a[i] == b[i]);
    end
    wire [9:0] total = (first ? 10'd0 : sum) + ones;
    always @(posedge clk) begin
        valid_out <= valid_in & last;
        count <= total;
        y <= total >= threshold;
        if (valid_in) begin
            sum <= total;
            first <= last;
        end
        if (reset) begin
            first <= 1'b1;
            valid_out <= 1'b0;
        end
    end
endmodule
