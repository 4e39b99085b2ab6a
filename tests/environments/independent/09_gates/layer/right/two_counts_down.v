// states with names; the columns that are left are counted, and column is the difference
module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output last, output reg [8:0] column, output reg [15:0] address
);
    localparam REST = 1'b0, RUN = 1'b1;
    reg state;
    reg [8:0] more;
    reg [7:0] row;
    assign last = more == 0;
    always @* begin
        read = state == RUN;
        column = columns - 9'd1 - more;
    end
    always @(posedge clk) begin
        case (state)
            REST: if (start) begin
                state <= RUN;
                more <= columns - 1;
                row <= rows - 1;
                address <= 0;
            end
            RUN: if (ready) begin
                address <= address + 1;
                if (!last)
                    more <= more - 1;
                else if (row != 0) begin
                    more <= columns - 1;
                    row <= row - 1;
                end else
                    state <= REST;
            end
        endcase
        if (reset)
            state <= REST;
    end
endmodule
