// A layer of signs: one neuron at a time, 32 of its inputs in a clock. `layer` counts, the memories
// answer one clock later, and `xnor_popcount` counts equal bits.
module binary_layer #(parameter WORDS = 8, ROWS = 128, DIGITS = 300) (
    input clk, input reset, input start,
    output valid, output [9:0] count, output y
);
    reg [31:0] weights [0:ROWS*WORDS-1];
    reg [31:0] inputs [0:DIGITS*WORDS-1];
    reg [9:0] thresholds [0:ROWS-1];
    initial begin
        $readmemh("weights", weights);
        $readmemh("inputs", inputs);
        $readmemh("thresholds", thresholds);
    end

    wire read, last;
    wire [8:0] column;
    wire [15:0] address;
    layer counter(
        .clk(clk), .reset(reset), .start(start), .ready(1'b1), .columns(WORDS[8:0]),
        .rows(ROWS[7:0]), .read(read), .last(last), .column(column), .address(address)
    );

    reg [31:0] word, weight;
    reg [9:0] threshold;
    reg taken, ended, was_reading;
    reg [15:0] digit; // the number of its first word
    reg [7:0] index;
    always @(posedge clk) begin
        word <= inputs[digit + column];
        weight <= weights[address];
        threshold <= thresholds[index];
        taken <= read & ~reset;
        ended <= last;
        was_reading <= read;
        if (read & last)
            index <= index + 8'd1;
        if (was_reading & ~read) begin
            index <= 0;
            digit <= digit + WORDS[15:0];
        end
        if (reset)
            {was_reading, index, digit} <= 0;
    end
    xnor_popcount neuron(
        .clk(clk), .reset(reset), .valid_in(taken), .last(ended), .a(word), .b(weight),
        .threshold(threshold), .valid_out(valid), .count(count), .y(y)
    );
endmodule
