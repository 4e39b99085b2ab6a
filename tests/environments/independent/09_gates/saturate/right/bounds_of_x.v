// the bounds are compared before rounding, in sixteenths
module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output signed [7:0] y
);
    wire [7:0] floor = x[11:4];
    wire more = x[3:0] > 4'd8;
    wire tie = x[3:0] == 4'd8;
    assign y = x >= 2040 ? 8'h7f
             : x <= -2048 ? 8'h80
             : floor + {7'd0, more | (tie & floor[0])};
endmodule
