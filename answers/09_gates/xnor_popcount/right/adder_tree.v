module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    wire [31:0] same = a ~^ b;
    wire [31:0] twos = (same & 32'h55555555) + ((same >> 1) & 32'h55555555);
    wire [31:0] fours = (twos & 32'h33333333) + ((twos >> 2) & 32'h33333333);
    wire [31:0] eights = (fours & 32'h0f0f0f0f) + ((fours >> 4) & 32'h0f0f0f0f);
    wire [9:0] ones = {2'd0, eights[7:0]} + {2'd0, eights[15:8]} + {2'd0, eights[23:16]} + {2'd0, eights[31:24]};
    reg [9:0] sum;
    wire [9:0] total = sum + ones;
    always @(posedge clk) begin
        if (reset) begin
            valid_out <= 1'b0;
            sum <= 10'd0;
        end else begin
            valid_out <= valid_in & last;
            if (valid_in)
                sum <= last ? 10'd0 : total;
            if (valid_in & last) begin
                count <= total;
                y <= total >= threshold;
            end
        end
    end
endmodule
