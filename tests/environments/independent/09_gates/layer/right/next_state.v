// what comes next is computed without memory, and the registers take it
module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output last, output reg [8:0] column, output reg [15:0] address
);
    reg [7:0] row;
    reg read_next;
    reg [7:0] row_next;
    reg [8:0] column_next;
    reg [15:0] address_next;
    assign last = (column == columns - 9'd1);
    wire over = last && (row == rows - 8'd1);
    always @* begin
        read_next = read;
        row_next = row;
        column_next = column;
        address_next = address;
        if (~read & start) begin
            read_next = 1'b1;
            row_next = 8'd0;
            column_next = 9'd0;
            address_next = 16'd0;
        end
        if (read & ready) begin
            read_next = ~over;
            row_next = last ? row + 8'd1 : row;
            column_next = last ? 9'd0 : column + 9'd1;
            address_next = address + 16'd1;
        end
        if (reset)
            read_next = 1'b0;
    end
    always @(posedge clk) begin
        read <= read_next;
        row <= row_next;
        column <= column_next;
        address <= address_next;
    end
endmodule
