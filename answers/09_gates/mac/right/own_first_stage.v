module mac(
    input clk, input reset, input valid_in, input last,
    input signed [7:0] x, input signed [7:0] w,
    input signed [23:0] bias, input [7:0] multiplier, input [4:0] shift,
    output reg valid_out, output reg signed [23:0] total, output reg signed [7:0] y
);
    // operands in registers, then product and sum together
    reg signed [7:0] x_1, w_1;
    reg [1:0] flags_1;
    reg signed [36:0] constants_1;
    reg signed [23:0] sum, total_2;
    reg [7:0] multiplier_2;
    reg [4:0] shift_2;
    reg valid_2;
    wire signed [23:0] next = sum + x_1 * w_1;
    always @(posedge clk) begin
        {x_1, w_1, flags_1} <= {x, w, valid_in, last};
        constants_1 <= {bias, multiplier, shift};
        valid_2 <= &flags_1;
        total_2 <= next + $signed(constants_1[36:13]);
        {multiplier_2, shift_2} <= constants_1[12:0];
        if (flags_1[1])
            sum <= flags_1[0] ? 24'sd0 : next;
        valid_out <= valid_2;
        if (reset) begin
            sum <= 0;
            flags_1 <= 0;
            valid_2 <= 0;
            valid_out <= 0;
        end
    end
    wire signed [32:0] scaled = total_2 * $signed({1'b0, multiplier_2});
    wire signed [32:0] rounded = ((scaled >>> (shift_2 - 5'd1)) + 33'sd1) >>> 1;
    always @(posedge clk) begin
        total <= total_2;
        y <= rounded > 127 ? 8'sd127 : rounded < -128 ? -8'sd128 : rounded[7:0];
    end
endmodule
