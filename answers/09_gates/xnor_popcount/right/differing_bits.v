module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    wire [31:0] differ = a ^ b;
    reg [5:0] unlike;
    reg [9:0] sum;
    integer i;
    always @* begin
        unlike = 0;
        for (i = 0; i < 32; i = i + 1)
            unlike = unlike + {5'd0, differ[i]};
    end
    wire [9:0] total = sum + 10'd32 - {4'd0, unlike};
    always @(posedge clk) begin
        valid_out <= !reset && valid_in && last;
        count <= total;
        y <= !(total < threshold);
        if (reset || (valid_in && last))
            sum <= 0;
        else if (valid_in)
            sum <= total;
    end
endmodule
