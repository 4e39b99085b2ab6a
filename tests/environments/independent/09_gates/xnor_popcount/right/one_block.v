// one clocked block, with = for what is only computed in it
module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    reg [9:0] kept, n;
    integer i;
    always @(posedge clk) begin
        n = kept;
        for (i = 31; i >= 0; i = i - 1)
            if (a[i] == b[i])
                n = n + 1'b1;
        valid_out <= 1'b0;
        if (reset)
            kept <= 0;
        else if (valid_in && !last)
            kept <= n;
        else if (valid_in) begin
            kept <= 0;
            count <= n;
            y <= n >= threshold ? 1'b1 : 1'b0;
            valid_out <= 1'b1;
        end
    end
endmodule
