module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output last, output reg [8:0] column, output reg [15:0] address
);
    reg [7:0] rows_left;
    assign last = column == columns - 9'd1;
    always @(posedge clk)
        if (reset)
            read <= 0;
        else if (!read) begin
            if (start) begin
                read <= 1;
                column <= 0;
                address <= 0;
                rows_left <= rows;
            end
        end else if (ready) begin
            address <= address + 1;
            if (!last)
                column <= column + 1;
            else begin
                column <= 0;
                rows_left <= rows_left - 1;
                if (rows_left == 1)
                    read <= 0;
            end
        end
endmodule
