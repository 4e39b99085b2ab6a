// A layer of whole numbers: LANES neurons at a time, one of their inputs in a clock. `layer`
// counts, the memories answer one clock later, and each lane has a `mac`. What the lanes have in
// the end leaves one after the other.
module int_layer #(parameter COLUMNS = 128, ROWS = 10, WIDTH = 8, LANES = 5, DIGITS = 300) (
    input clk, input reset, input start,
    output valid, output signed [23:0] total, output signed [7:0] y
);
    reg [LANES*WIDTH-1:0] weights [0:ROWS/LANES*COLUMNS-1];
    reg [7:0] inputs [0:DIGITS*COLUMNS-1];
    initial begin
        $readmemh("weights", weights);
        $readmemh("inputs", inputs);
    end

    wire read, last;
    wire [8:0] column;
    wire [15:0] address;
    localparam [31:0] GROUPS = ROWS / LANES;
    layer counter(
        .clk(clk), .reset(reset), .start(start), .ready(1'b1), .columns(COLUMNS[8:0]),
        .rows(GROUPS[7:0]), .read(read), .last(last), .column(column), .address(address)
    );

    reg [LANES*WIDTH-1:0] word;
    reg [7:0] x;
    reg taken, ended, was_reading;
    reg [15:0] digit; // the number of its first input
    reg [7:0] neuron;
    always @(posedge clk) begin
        x <= inputs[digit + column];
        word <= weights[address];
        taken <= read & ~reset;
        ended <= last;
        was_reading <= read;
        if (read & last)
            neuron <= neuron + LANES[7:0];
        if (was_reading & ~read) begin
            neuron <= 0;
            digit <= digit + COLUMNS[15:0];
        end
        if (reset)
            {was_reading, neuron, digit} <= 0;
    end

    wire [LANES-1:0] done;
    wire [LANES*32-1:0] found;
    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : lane
            reg [36:0] constants [0:ROWS-1];
            initial $readmemh("constants", constants);
            reg [36:0] own; // bias, multiplier, shift
            always @(posedge clk)
                own <= constants[neuron + k];
            wire [WIDTH-1:0] weight = word[k*WIDTH +: WIDTH];
            mac multiplier(
                .clk(clk), .reset(reset), .valid_in(taken), .last(ended), .x(x),
                .w({{(8 - WIDTH){weight[WIDTH-1]}}, weight}), .bias(own[36:13]),
                .multiplier(own[12:5]), .shift(own[4:0]), .valid_out(done[k]),
                .total(found[k*32+8 +: 24]), .y(found[k*32 +: 8])
            );
        end
    endgenerate

    reg [LANES*32-1:0] leaving;
    reg [LANES-1:0] left;
    assign valid = left[0];
    assign {total, y} = leaving[31:0];
    always @(posedge clk) begin
        leaving <= done[0] ? found : leaving >> 32;
        left <= reset ? 0 : done[0] ? ~{LANES{1'b0}} : left >> 1;
    end
endmodule
