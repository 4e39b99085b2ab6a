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
    reg first, valid_2;
    reg signed [23:0] sum;
    reg signed [23:0] bias_2;
    reg [7:0] multiplier_2;
    reg [4:0] shift_2;
    always @(posedge clk) begin
        if (valid_1) begin
            sum <= (first ? 24'sd0 : sum) + product;
            first <= last_1;
        end
        bias_2 <= bias_1;
        multiplier_2 <= multiplier_1;
        shift_2 <= shift_1;
        valid_2 <= valid_1 & last_1;
        if (reset) begin
            first <= 1'b1;
            valid_2 <= 1'b0;
        end
    end
    wire signed [23:0] total_2 = sum + bias_2;
    wire signed [32:0] scaled = total_2 * $signed({1'b0, multiplier_2});
    wire signed [32:0] rounded = ((scaled >>> (shift_2 - 5'd1)) + 33'sd1) >>> 1;
    always @(posedge clk) begin
        valid_out <= valid_2 & ~reset;
        total <= total_2;
        y <= rounded > 127 ? 8'sd127 : rounded < -128 ? -8'sd128 : rounded[7:0];
    end
endmodule
