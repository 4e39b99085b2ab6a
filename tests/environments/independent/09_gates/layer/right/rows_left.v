// the rows that are left are counted down, with everything at 0 while it rests
module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output last, output reg [8:0] column, output reg [15:0] address
);
    reg [7:0] left;
    assign last = read && column + 1 == columns;
    always @(posedge clk)
        if (reset || !read) begin
            read <= start && !reset;
            column <= 9'd0;
            address <= 16'd0;
            left <= rows;
        end else if (ready) begin
            address <= address + 16'd1;
            column <= last ? 9'd0 : column + 9'd1;
            if (last) begin
                left <= left - 8'd1;
                read <= left != 8'd1;
            end
        end
endmodule
