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
    reg signed [23:0] sum;
    reg signed [23:0] total_2;
    reg signed [15:0] multiplier_2;
    reg [4:0] shift_2;
    reg valid_2;
    always @(posedge clk) begin
        if (valid_1) begin
            if (last_1) begin
                total_2 <= sum + product + bias_1;
                multiplier_2 <= multiplier_1;
                shift_2 <= shift_1;
                sum <= 0;
            end else
                sum <= sum + product;
        end
        valid_2 <= valid_1 && last_1;
        if (reset) begin
            sum <= 0;
            valid_2 <= 0;
        end
    end
    wire signed [63:0] scaled = total_2 * multiplier_2;
    wire signed [63:0] rounded = (scaled + (64'sd1 <<< shift_2) / 2) >>> shift_2;
    always @(posedge clk) begin
        valid_out <= reset ? 0 : valid_2;
        total <= total_2;
        y <= rounded < -128 ? -128 : rounded > 127 ? 127 : rounded;
    end
endmodule
