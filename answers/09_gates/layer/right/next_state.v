module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output last, output reg [8:0] column, output reg [15:0] address
);
    reg [7:0] row, row_next;
    reg read_next;
    reg [8:0] column_next;
    reg [15:0] address_next;
    assign last = column + 9'd1 == columns;
    wire over = last & (row + 8'd1 == rows);
    always @* begin
        read_next = read;
        column_next = column;
        row_next = row;
        address_next = address;
        if (!read) begin
            read_next = start;
            column_next = 9'd0;
            row_next = 8'd0;
            address_next = 16'd0;
        end else if (ready) begin
            read_next = ~over;
            column_next = last ? 9'd0 : column + 9'd1;
            row_next = last ? row + 8'd1 : row;
            address_next = address + 16'd1;
        end
    end
    always @(posedge clk) begin
        read <= read_next & ~reset;
        column <= column_next;
        row <= row_next;
        address <= address_next;
    end
endmodule
