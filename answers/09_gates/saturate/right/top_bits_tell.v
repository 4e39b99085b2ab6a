module saturate(
    input signed [15:0] x, // 4 bits of fraction: 24 is 1.5
    output signed [7:0] y
);
    wire up = x[3] && (x[2:0] || x[4]);
    wire [12:0] rounded = {x[15], x[15:4]} + up;
    wire fits = &rounded[12:7] | ~|rounded[12:7];
    assign y = fits ? rounded[7:0] : {rounded[12], {7{~rounded[12]}}};
endmodule
