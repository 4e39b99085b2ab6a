// shifted once; the bit just below the cut is added
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
    // stage 2; the sum begins anew where the word before was the last
    reg first, valid_2;
    reg signed [23:0] sum, bias_2;
    reg [7:0] multiplier_2;
    reg [4:0] shift_2;
    always @(posedge clk) begin
        if (valid_1) begin
            sum <= (first ? 24'sd0 : sum) + product;
            first <= last_1;
        end
        if (reset)
            first <= 1'b1;
        valid_2 <= valid_1 && last_1 && !reset;
        bias_2 <= bias_1;
        multiplier_2 <= multiplier_1;
        shift_2 <= shift_1;
    end
    // stage 3
    wire signed [23:0] with_bias = sum + bias_2;
    wire signed [8:0] factor = {1'b0, multiplier_2};
    wire signed [32:0] scaled = with_bias * factor;
    wire [4:0] below = shift_2 - 5'd1;
    wire signed [32:0] cut = scaled >>> shift_2;
    wire half = scaled[below];
    wire signed [32:0] result = cut + $signed({32'd0, half});
    always @(posedge clk) begin
        valid_out <= valid_2 & ~reset;
        total <= with_bias;
        if (result > 33'sd127)
            y <= 8'sd127;
        else if (result < -33'sd128)
            y <= 8'sh80;
        else
            y <= result[7:0];
    end
endmodule
