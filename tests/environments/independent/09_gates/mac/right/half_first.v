// half a unit is added before the shift, and all is wide
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
    reg signed [31:0] sum;
    reg signed [23:0] t;
    reg [7:0] m;
    reg [4:0] s;
    always @(posedge clk) begin
        valid_2 <= 1'b0;
        if (reset) begin
            sum <= 32'sd0;
        end else if (valid_1) begin
            if (last_1) begin
                valid_2 <= 1'b1;
                t <= sum + product + bias_1;
                m <= multiplier_1;
                s <= shift_1;
                sum <= 32'sd0;
            end else begin
                sum <= sum + product;
            end
        end
    end

    reg signed [39:0] v;
    always @* begin
        v = t * $signed({32'd0, m});
        v = v + (40'sd1 <<< (s - 5'd1));
        v = v >>> s;
        if (v > 40'sd127)
            v = 40'sd127;
        if (v < -40'sd128)
            v = -40'sd128;
    end
    always @(posedge clk) begin
        valid_out <= valid_2 && !reset;
        total <= t;
        y <= v[7:0];
    end
endmodule
