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
    reg valid_2;
    reg signed [23:0] sum, total_2;
    reg [12:0] own;
    always @(posedge clk) begin
        valid_2 <= valid_1 & last_1 & ~reset;
        total_2 <= sum + product + bias_1;
        own <= {multiplier_1, shift_1};
        sum <= reset ? 24'sd0 : !valid_1 ? sum : last_1 ? 24'sd0 : sum + product;
    end
    wire signed [8:0] m = {1'b0, own[12:5]};
    wire signed [32:0] scaled = total_2 * m;
    wire signed [32:0] down = scaled >>> own[4:0];
    wire signed [32:0] once_less = scaled >>> (own[4:0] - 5'd1);
    wire signed [32:0] rounded = down + $signed({1'b0, once_less[0]});
    wire is_high = rounded > 33'sd127, is_low = rounded < -33'sd128;
    always @(posedge clk) begin
        valid_out <= valid_2 & ~reset;
        total <= total_2;
        y <= is_high ? 8'h7f : is_low ? 8'h80 : rounded[7:0];
    end
endmodule
