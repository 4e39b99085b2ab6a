module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    reg [9:0] sum;
    reg [9:0] total;
    wire signed [11:0] over = $signed({2'b00, total}) - $signed({2'b00, threshold});
    integer i;
    always @(*) begin
        total = sum;
        for (i = 0; i < 16; i = i + 1)
            total = total + {9'd0, a[2*i] == b[2*i]} + {9'd0, a[2*i+1] == b[2*i+1]};
    end
    always @(posedge clk)
        if (reset) begin
            valid_out <= 0;
            sum <= 0;
        end else begin
            valid_out <= valid_in & last;
            count <= total;
            y <= over >= 0;
            case ({valid_in, last})
                2'b10: sum <= total;
                2'b11: sum <= 0;
                default: sum <= sum;
            endcase
        end
endmodule
