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
    reg [7:0] multiplier_2;
    reg [4:0] shift_2;
    wire signed [23:0] next = sum + product;
    always @(posedge clk) begin
        valid_2 <= valid_1 & last_1 & ~reset;
        if (reset)
            sum <= 0;
        else if (valid_1)
            sum <= last_1 ? 0 : next;
        total_2 <= next + bias_1;
        multiplier_2 <= multiplier_1;
        shift_2 <= shift_1;
    end
    wire signed [33:0] scaled = total_2 * $signed({1'b0, multiplier_2});
    wire signed [33:0] half = 34'sd1 <<< (shift_2 - 5'd1);
    wire signed [33:0] rounded = (scaled + half) >>> shift_2;
    always @(posedge clk) begin
        valid_out <= valid_2 & ~reset;
        total <= total_2;
        if (rounded > 127)
            y <= 127;
        else if (rounded < -128)
            y <= -128;
        else
            y <= rounded[7:0];
    end
endmodule
