module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    reg [9:0] sum, total;
    integer i;
    always @(posedge clk) begin
        total = sum;
        for (i = 0; i < 32; i = i + 1)
            if (a[i] == b[i])
                total = total + 1;
        valid_out <= 0;
        if (reset)
            sum <= 0;
        else if (valid_in && last) begin
            valid_out <= 1;
            count <= total;
            y <= total >= threshold;
            sum <= 0;
        end else if (valid_in)
            sum <= total;
    end
endmodule
