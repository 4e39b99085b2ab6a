module layer(
    input clk, input reset, input start, input ready,
    input [8:0] columns, input [7:0] rows,
    output reg read, output last, output reg [8:0] column, output reg [15:0] address
);
    localparam REST = 1'b0, RUN = 1'b1;
    reg [7:0] row;
    assign last = column + 9'd1 == columns;
    always @(posedge clk) begin
        case (read)
            REST: begin
                column <= 9'd0;
                address <= 16'd0;
                row <= 8'd1;
                if (start)
                    read <= RUN;
            end
            RUN:
                if (ready) begin
                    address <= address + 16'd1;
                    column <= column + 9'd1;
                    if (last) begin
                        column <= 9'd0;
                        row <= row + 8'd1;
                        if (row == rows)
                            read <= REST;
                    end
                end
        endcase
        if (reset)
            read <= REST;
    end
endmodule
