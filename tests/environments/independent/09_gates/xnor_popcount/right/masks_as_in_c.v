// the population count with masks, as one writes it in C
module xnor_popcount(
    input clk, input reset, input valid_in, input last,
    input [31:0] a, input [31:0] b, input [9:0] threshold,
    output reg valid_out, output reg [9:0] count, output reg y
);
    wire [31:0] same = a ~^ b;
    wire [31:0] pairs = (same & 32'h55555555) + ((same >> 1) & 32'h55555555);
    wire [31:0] fours = (pairs & 32'h33333333) + ((pairs >> 2) & 32'h33333333);
    wire [31:0] bytes = (fours + (fours >> 4)) & 32'h0f0f0f0f;
    wire [9:0] ones = bytes[7:0] + bytes[15:8] + bytes[23:16] + bytes[31:24];
    reg [9:0] before;
    wire [9:0] now = before + ones;
    always @(posedge clk)
        if (reset) begin
            before <= 10'd0;
            valid_out <= 1'b0;
        end else begin
            valid_out <= valid_in && last;
            count <= now;
            y <= (now >= threshold);
            if (valid_in)
                before <= last ? 10'd0 : now;
        end
endmodule
