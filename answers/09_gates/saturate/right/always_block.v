module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output reg signed [7:0] y
);
    reg signed [12:0] rounded;
    always @* begin
        rounded = x >>> 4;
        if (x[3:0] > 8 || (x[3:0] == 8 && x[4]))
            rounded = rounded + 1;
        if (rounded > 127)
            y = 127;
        else if (rounded < -128)
            y = -128;
        else
            y = rounded[7:0];
    end
endmodule
