module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output reg signed [7:0] y
);
    reg up;
    always @* begin
        case (x[3:0])
            4'd0, 4'd1, 4'd2, 4'd3, 4'd4, 4'd5, 4'd6, 4'd7: up = 1'b0;
            4'd8: up = x[4];
            default: up = 1'b1;
        endcase
    end
    wire signed [13:0] rounded = $signed(x[15:4]) + $signed({1'b0, up});
    always @* begin
        y = rounded[7:0];
        if (rounded >= 128)
            y = 8'h7f;
        if (rounded <= -129)
            y = 8'h80;
    end
endmodule
