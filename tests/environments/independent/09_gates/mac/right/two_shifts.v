// half a unit between two shifts
module mac(
    input clk, input reset, input valid_in, input last,
    input signed [7:0] x, input signed [7:0] w,
    input signed [23:0] bias, input [7:0] multiplier, input [4:0] shift,
    output reg valid_out, output reg signed [23:0] total, output reg signed [7:0] y
);
    // 1: multiply
    reg valid_1, last_1;
    reg signed [15:0] product;
    reg signed [23:0] bias_1;
    reg [7:0] multiplier_1;
    reg [4:0] shift_1;
    always @(posedge clk) begin
        valid_1 <= valid_in & ~reset;
        last_1 <= last;
        product <= x * w;
        bias_1 <= bias;
        multiplier_1 <= multiplier;
        shift_1 <= shift;
    end
    // 2: add
    reg valid_2;
    reg signed [23:0] sum, total_2;
    reg [7:0] multiplier_2;
    reg [4:0] shift_2;
    wire signed [23:0] added = sum + product;
    always @(posedge clk) begin
        valid_2 <= valid_1 & last_1 & ~reset;
        if (valid_1)
            sum <= last_1 ? 24'sd0 : added;
        if (reset)
            sum <= 0;
        total_2 <= added + bias_1;
        multiplier_2 <= multiplier_1;
        shift_2 <= shift_1;
    end
    // 3: scale, round, clamp
    wire signed [32:0] scaled = total_2 * $signed({1'b0, multiplier_2});
    wire signed [32:0] rounded = ((scaled >>> (shift_2 - 1)) + 1) >>> 1;
    always @(posedge clk) begin
        valid_out <= valid_2 & ~reset;
        total <= total_2;
        y <= rounded > 127 ? 127 : rounded < -128 ? -128 : rounded;
    end
endmodule
