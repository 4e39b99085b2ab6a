// count itself adds up, and a flag says that the next word is a first one
module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    function [5:0] equal_bits(input [31:0] u, input [31:0] v);
        integer k;
        begin
            equal_bits = 32;
            for (k = 0; k < 32; k = k + 1)
                if (u[k] != v[k])
                    equal_bits = equal_bits - 1;
        end
    endfunction

    reg first;
    wire [9:0] sum = (first ? 10'd0 : count) + equal_bits(a, b);
    always @(posedge clk) begin
        valid_out <= valid_in & last & ~reset;
        if (reset)
            first <= 1;
        else if (valid_in) begin
            first <= last;
            count <= sum;
            y <= sum >= threshold;
        end
    end
endmodule
