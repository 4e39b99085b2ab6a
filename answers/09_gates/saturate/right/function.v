module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output signed [7:0] y
);
    function [7:0] clamped(input signed [12:0] value);
        clamped = value > 127 ? 8'd127 : value < -128 ? 8'd128 : value[7:0];
    endfunction
    wire up = x[3] & (x[4] | x[2] | x[1] | x[0]);
    assign y = clamped((x >>> 4) + $signed({1'b0, up}));
endmodule
