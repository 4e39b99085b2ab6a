// 7 is added to an even number and 8 to an odd one, and the fraction is cut off
module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output signed [7:0] y
);
    wire signed [16:0] moved = x + 17'sd7 + $signed({1'b0, x[4]});
    wire signed [12:0] whole = moved[16:4];
    assign y = (whole > 13'sd127) ? 8'sd127 : (whole < -13'sd128) ? -8'sd128 : whole;
endmodule
