module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output signed [7:0] y
);
    wire [11:0] whole = x[15:4];
    wire [7:0] low = whole[7:0] + {7'd0, x[3] & (|x[2:0] | x[4])};
    assign y = x >= 16'sd2040 ? 8'sd127 : x < -16'sd2056 ? -8'sd128 : low;
endmodule
