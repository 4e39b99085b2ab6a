// A cheap `mac`, with the same ports: the lowest 8 bits of each product are cut off, and the sum has
// 4 bits and stays at its bound where it would leave them. There is no bias and no scaling.
module mac #(parameter ROUNDED = 0) ( // ROUNDED = 1: to the nearest, ties to the even one
    input clk, input reset, input valid_in, input last,
    input signed [7:0] x, input signed [7:0] w,
    input signed [23:0] bias, input [7:0] multiplier, input [4:0] shift,
    output reg valid_out, output reg signed [23:0] total, output reg signed [7:0] y
);
    reg valid_1, last_1;
    reg signed [15:0] product;
    reg signed [3:0] sum;
    wire up = (ROUNDED != 0) & product[7] & (product[8] | (product[6:0] != 7'd0));
    wire signed [9:0] next = sum + (product >>> 8) + $signed({1'b0, up});
    wire signed [3:0] held = next > 7 ? 4'sd7 : next < -8 ? -4'sd8 : next[3:0];
    always @(posedge clk) begin
        valid_1 <= valid_in & ~reset;
        last_1 <= last;
        product <= x * w;
        valid_out <= valid_1 & last_1 & ~reset;
        total <= held;
        y <= held;
        if (valid_1)
            sum <= last_1 ? 4'sd0 : held;
        if (reset)
            sum <= 4'sd0;
    end
endmodule
