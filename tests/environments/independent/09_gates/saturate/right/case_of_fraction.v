// lines as in C, with a case for the fraction
module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output signed [7:0] y
);
    reg signed [31:0] r;
    reg signed [7:0] out;
    always @* begin
        r = x >>> 4;
        case (x[3:0])
            0, 1, 2, 3, 4, 5, 6, 7: r = r;
            8: if (x[4]) r = r + 1;
            default: r = r + 1;
        endcase
        if (r > 127)
            out = 127;
        else if (r < -128)
            out = -128;
        else
            out = r;
    end
    assign y = out;
endmodule
