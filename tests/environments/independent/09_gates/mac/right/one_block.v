// stages 2 and 3 in one clocked block, from back to front
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
    reg done;
    reg signed [23:0] acc, complete;
    reg [7:0] factor;
    reg [4:0] places;
    wire signed [32:0] wide = complete * $signed({25'b0, factor});
    wire signed [32:0] shifted = (wide >>> (places - 5'd1)) + 33'sd1;
    wire signed [31:0] result = shifted[32:1];
    wire fits = (&result[31:7]) | ~(|result[31:7]);
    always @(posedge clk) begin
        y <= fits ? result[7:0] : {result[31], {7{~result[31]}}};
        total <= complete;
        valid_out <= done;

        done <= valid_1 & last_1;
        complete <= acc + product + bias_1;
        factor <= multiplier_1;
        places <= shift_1;
        case ({valid_1, last_1})
            2'b10: acc <= acc + product;
            2'b11: acc <= 0;
            default: acc <= acc;
        endcase
        if (reset) begin
            acc <= 0;
            done <= 0;
            valid_out <= 0;
        end
    end
endmodule
