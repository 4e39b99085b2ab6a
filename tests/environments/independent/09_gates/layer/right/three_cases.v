// reset, resting, running
module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output last, output reg [8:0] column, output reg [15:0] address
);
    reg [7:0] row;
    assign last = column + 9'd1 == columns;
    always @(posedge clk) begin
        if (reset)
            read <= 0;
        else if (!read) begin
            if (start) begin
                read <= 1;
                column <= 0;
                address <= 0;
                row <= 0;
            end
        end else if (ready) begin
            address <= address + 1;
            if (last) begin
                column <= 0;
                row <= row + 1;
                if (row + 8'd1 == rows)
                    read <= 0;
            end else
                column <= column + 1;
        end
    end
endmodule
