module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output last, output reg [8:0] column, output reg [15:0] address
);
    reg [7:0] row;
    reg [15:0] begins; // the address of column 0
    assign last = column + 9'd1 == columns;
    always @* address = begins + {7'd0, column};
    always @(posedge clk)
        if (reset | !read) begin
            read <= start & ~reset;
            row <= 0;
            column <= 0;
            begins <= 0;
        end else if (ready & last) begin
            read <= row + 8'd1 != rows;
            row <= row + 8'd1;
            column <= 0;
            begins <= begins + {7'd0, columns};
        end else if (ready)
            column <= column + 9'd1;
endmodule
