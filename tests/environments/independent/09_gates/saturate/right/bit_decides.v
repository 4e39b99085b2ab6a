// the half, and what lies below it or the lowest whole bit
module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output signed [7:0] y
);
    wire up = x[3] & (x[4] | (|x[2:0]));
    wire signed [12:0] rounded = (x >>> 4) + $signed({1'b0, up});
    assign y = rounded > 127 ? 8'sd127 : rounded < -128 ? -8'sd128 : rounded[7:0];
endmodule
