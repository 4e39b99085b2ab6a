module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output last, output reg [8:0] column, output reg [15:0] address
);
    wire [15:0] words = columns * rows;
    assign last = column == columns - 9'd1;
    always @(posedge clk) begin
        if (reset)
            read <= 1'b0;
        else if (read & ready & address + 16'd1 == words)
            read <= 1'b0;
        else if (!read)
            read <= start;
        if (!read)
            {column, address} <= 25'd0;
        else if (ready) begin
            column <= last ? 9'd0 : column + 9'd1;
            address <= address + 16'd1;
        end
    end
endmodule
