// a loop without memory, and a sum that is 0 after the last word
module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    reg [9:0] sum, total;
    integer i;
    always @* begin
        total = sum;
        for (i = 0; i < 32; i = i + 1)
            total = total + {9'd0, a[i] ~^ b[i]};
    end
    always @(posedge clk) begin
        valid_out <= 0;
        if (valid_in) begin
            sum <= total;
            if (last) begin
                sum <= 0;
                valid_out <= 1;
                count <= total;
                y <= total >= threshold;
            end
        end
        if (reset) begin
            sum <= 0;
            valid_out <= 0;
        end
    end
endmodule
