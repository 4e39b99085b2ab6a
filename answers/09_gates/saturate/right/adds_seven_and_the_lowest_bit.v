module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output signed [7:0] y
);
    wire signed [16:0] shifted = x + 16'sd7 + $signed({1'b0, x[4]});
    wire signed [12:0] rounded = shifted >>> 4;
    assign y = rounded > 127 ? 8'sd127 : rounded < -128 ? -8'sd128 : rounded[7:0];
endmodule
