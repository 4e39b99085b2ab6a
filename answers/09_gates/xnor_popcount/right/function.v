module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    function [5:0] ones(input [31:0] word);
        integer i;
        begin
            ones = 6'd0;
            for (i = 0; i < 32; i = i + 1)
                ones = ones + {5'd0, word[i]};
        end
    endfunction
    reg [9:0] sum;
    wire [9:0] total = sum + ones(~(a ^ b));
    wire done = valid_in & last & ~reset;
    always @(posedge clk) begin
        valid_out <= done;
        if (done)
            {count, y} <= {total, total >= threshold};
        sum <= reset | done ? 10'd0 : valid_in ? total : sum;
    end
endmodule
