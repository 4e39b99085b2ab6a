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
    reg signed [32:0] value;
    always @(posedge clk) begin
        valid_2 <= 0;
        valid_out <= 0;
        if (reset)
            sum <= 0;
        else begin
            if (valid_1 && last_1) begin
                valid_2 <= 1;
                sum <= 0;
            end else if (valid_1)
                sum <= sum + product;
            valid_out <= valid_2;
        end
        total_2 <= sum + product + bias_1;
        {multiplier_2, shift_2} <= {multiplier_1, shift_1};
        total <= total_2;
        value = total_2 * $signed({1'b0, multiplier_2});
        value = value >>> (shift_2 - 1);
        value = (value + 1) >>> 1;
        if (value > 127)
            value = 127;
        if (value < -128)
            value = -128;
        y <= value[7:0];
    end
endmodule
