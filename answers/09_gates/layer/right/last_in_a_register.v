module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output reg last, output reg [8:0] column, output reg [15:0] address
);
    reg [7:0] row;
    wire [8:0] next = last ? 9'd0 : column + 9'd1;
    always @(posedge clk) begin
        if (read && ready) begin
            column <= next;
            last <= next + 9'd1 == columns;
            address <= address + 16'd1;
            if (last)
                row <= row + 8'd1;
            if (last && row + 8'd1 == rows)
                read <= 1'b0;
        end
        if (!read) begin
            read <= start;
            column <= 9'd0;
            last <= columns == 9'd1;
            address <= 16'd0;
            row <= 8'd0;
        end
        if (reset)
            read <= 1'b0;
    end
endmodule
