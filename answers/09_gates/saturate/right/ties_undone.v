module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output signed [7:0] y
);
    wire signed [16:0] half_up = (x + 16'sd8) >>> 4;
    wire tie = x[3:0] == 4'd8;
    wire signed [16:0] rounded = tie && half_up[0] ? half_up - 17'sd1 : half_up;
    assign y = (rounded > 127) ? 127 : (rounded < -128) ? -128 : rounded;
endmodule
