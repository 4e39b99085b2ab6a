// The whole network of signs: a picture goes in, ten scores come out, and the class. Its six layers
// take turns: they share a `layer`, which counts, an `xnor_popcount`, and four lanes of `mac`, for
// the first and the last layer. The memories answer one clock later. There may be 21 pictures.
module sign_network #(parameter DIGITS = 1) (
    input clk, input reset, input start,
    output valid, output signed [23:0] total, output [3:0] answer
);
    reg [7:0] pixels [0:DIGITS*3072-1];
    reg [31:0] signs [0:511]; // what the layers give each other
    reg [31:0] weights [0:2047], weights8 [0:511]; // signs; four numbers of 8 bits
    reg [9:0] thresholds [0:255];
    reg [23:0] biases [0:7];
    initial begin
        $readmemh("pixels", pixels);
        $readmemh("weights", weights);
        $readmemh("weights8", weights8);
        $readmemh("thresholds", thresholds);
        $readmemh("biases", biases);
    end

    // What differs between the layers: columns and rows of `layer`, the side of the picture, and
    // where its signs and its weights begin.
    reg [2:0] step;
    reg [8:0] columns, base;
    reg [7:0] rows;
    reg [10:0] start_of;
    reg [5:0] side;
    always @* begin
        {columns, rows, side, base, start_of} = {9'd128, 8'd3, 6'd0, 9'd344, 11'd54}; // 128 to 10
        case (step)
            3'd0: {columns, rows, side, base, start_of} = {9'd27, 8'd2, 6'd32, 9'd0, 11'd0};
            3'd1: {columns, rows, side, base, start_of} = {9'd9, 8'd16, 6'd16, 9'd0, 11'd0};
            3'd2: {columns, rows, side, base, start_of} = {9'd9, 8'd32, 6'd8, 9'd256, 11'd144};
            3'd3: {columns, rows, side, base, start_of} = {9'd9, 8'd64, 6'd4, 9'd320, 11'd432};
            3'd4: {columns, rows, side, base, start_of} = {9'd8, 8'd128, 6'd0, 9'd336, 11'd1008};
        endcase
    end
    wire first = step == 3'd0, conv = step < 3'd4, scores = step == 3'd5, numbers = first | scores;

    // The places of a layer: four corners of each pool. Then a rest of 15 clocks, in which the last
    // results leave.
    reg [3:0] pool_y, pool_x, rest;
    reg [1:0] corner;
    reg was_reading;
    reg [15:0] digit; // the number of its first pixel
    wire read, last;
    wire [8:0] column;
    wire [15:0] address;
    wire moves = was_reading & ~read;
    wire ends_x = {pool_x, 1'b1} + 6'd1 == side, ends_y = {pool_y, 1'b1} + 6'd1 == side;
    wire over = moves & (~conv | (&corner & ends_x & ends_y));
    layer counter(
        .clk(clk), .reset(reset), .start(start & ~over & rest == 4'd0), .ready(1'b1),
        .columns(columns), .rows(rows), .read(read), .last(last), .column(column),
        .address(address)
    );
    always @(posedge clk) begin
        was_reading <= read;
        if (moves & conv) begin
            corner <= corner + 2'd1;
            if (&corner) begin
                pool_x <= ends_x ? 4'd0 : pool_x + 4'd1;
                if (ends_x)
                    pool_y <= ends_y ? 4'd0 : pool_y + 4'd1;
            end
        end
        if (over | rest != 4'd0)
            rest <= rest + 4'd1;
        if (&rest) begin
            step <= scores ? 3'd0 : step + 3'd1;
            if (scores)
                digit <= digit + 16'd3072;
        end
        if (reset)
            {was_reading, corner, pool_x, pool_y, rest, step, digit} <= 0;
    end

    // Where the window's column lies in the picture: from 1 to side, or else over its edge.
    wire [4:0] y = {pool_y, corner[1]}, x = {pool_x, corner[0]};
    wire [1:0] colour = column >= 9'd18 ? 2'd2 : column >= 9'd9 ? 2'd1 : 2'd0;
    wire [3:0] tap = column[4:0] - {colour, 3'd0} - colour; // from 0 to 8
    wire [1:0] down = tap >= 4'd6 ? 2'd2 : tap >= 4'd3 ? 2'd1 : 2'd0;
    wire [1:0] across = tap - {down, 1'b0} - down;
    wire [5:0] below = y + down, right = x + across;
    wire inside = ~conv | (below != 6'd0 & below <= side & right != 6'd0 & right <= side);
    wire [4:0] line = below - 6'd1;
    wire [9:0] place = ({5'd0, line} << 3'd5 - step) + right - 10'd1;
    wire [1:0] over_edge = (y == 5'd0 | y == side - 6'd1) + (x == 5'd0 | x == side - 6'd1);
    // Of the 9, 3 are over one edge and 5 over two; each lowers the threshold by half its channels.
    wire [2:0] missing = over_edge == 2'd0 ? 3'd0 : over_edge == 2'd1 ? 3'd3 : 3'd5;
    wire [6:0] lost = {2'b00, missing, 2'b00} << step - 3'd1;

    reg [7:0] pixel;
    reg [31:0] word, weight, four;
    reg [9:0] threshold;
    reg taken, ended, seen;
    reg [4:0] bit_number;
    reg [7:0] index; // of the neuron
    reg group;
    always @(posedge clk) begin
        pixel <= pixels[digit + {colour, place}];
        word <= signs[base + (conv ? place[8:0] : scores ? column >> 5 : column)];
        weight <= weights[start_of + address[10:0]];
        four <= weights8[start_of[8:0] + address[8:0]];
        threshold <= thresholds[index];
        taken <= read & ~reset;
        ended <= last;
        seen <= inside;
        bit_number <= column[4:0];
        if (read & last)
            group <= ~group;
        if (read & last & ~first & ~scores)
            index <= index + 8'd1;
        if (moves) begin
            group <= 1'b0;
            index <= over | first ? index : index - rows;
        end
        if (reset | scores)
            {index, group} <= 0;
    end

    // Sums of signs. What is over the edge is made unequal, so that it does not count.
    wire counted, sign;
    wire [9:0] count;
    wire [31:0] a = seen ? word : ~weight;
    wire [9:0] lowered = ~conv ? threshold : threshold > lost ? threshold - lost : 10'd0;
    xnor_popcount neuron(
        .clk(clk), .reset(reset), .valid_in(taken & ~numbers), .last(ended),
        .a(numbers ? 32'd0 : a), .b(numbers ? 32'd0 : weight), // while it rests, nothing changes
        .threshold(lowered), .valid_out(counted), .count(count), .y(sign)
    );

    // Sums of numbers: of pixels, and at last of signs.
    wire signed [7:0] one = word[bit_number] ? 8'sd1 : -8'sd1;
    wire signed [7:0] number = scores ? one : first & seen ? pixel : 8'sd0;
    reg own; // the group whose biases are added
    always @(posedge clk)
        own <= group;
    wire [3:0] done;
    wire [95:0] sums;
    genvar k;
    generate
        for (k = 0; k < 4; k = k + 1) begin : lane
            wire [23:0] bias = own ? biases[4 + k] : biases[k];
            mac multiplier(
                .clk(clk), .reset(reset), .valid_in(taken & numbers), .last(ended),
                .x(number), .w(numbers ? four[8*k +: 8] : 8'd0), .bias(scores ? 24'd0 : bias),
                .multiplier(8'd0), .shift(5'd1), .valid_out(done[k]),
                .total(sums[24*k +: 24]), .y()
            );
        end
    endgenerate
    reg [95:0] leaving;
    reg [3:0] left;
    assign total = leaving[23:0];
    always @(posedge clk) begin
        leaving <= done[0] ? sums : leaving >> 24;
        left <= reset ? 4'd0 : done[0] ? 4'b1111 : left >> 1;
    end

    // The signs that come out: the largest of four is +1 if any of them is. Those of a place go
    // round in `pool`, until its fourth corner is there.
    wire found = counted | left[0], positive = counted ? sign : ~total[23];
    reg [7:0] filter;
    reg [1:0] before;
    reg [63:0] pool;
    reg full, second;
    reg [8:0] to;
    wire ends = filter + 8'd1 == (first ? 8'd8 : rows), wide = step == 3'd3;
    wire closes = (ends | &filter[4:0] & ~wide) & (~conv | &before);
    wire entry = positive | (pool[0] & conv & before != 2'd0);
    wire [5:0] top = first ? 6'd7 : step == 3'd1 ? 6'd15 : wide ? 6'd63 : 6'd31;
    wire [63:0] entered = {63'd0, entry} << top;
    always @(posedge clk) begin
        if (found) begin
            pool <= pool >> 1 | entered;
            filter <= ends & ~scores ? 8'd0 : filter + 8'd1;
            if (ends & conv)
                before <= before + 2'd1;
        end
        full <= found & closes & ~scores & ~reset;
        second <= full & wide & ~reset;
        if (full | second) begin
            signs[to] <= second ? pool[63:32] : pool[31:0];
            to <= to + 9'd1;
        end
        if (reset | &rest) begin
            pool <= 64'd0;
            filter <= 8'd0;
        end
        if (reset | &rest & scores) begin
            to <= 9'd0;
            before <= 2'd0;
        end
    end

    // The answer is the largest score so far; it is complete with the tenth.
    reg signed [23:0] best;
    reg [3:0] leader;
    wire better = filter == 8'd0 | total > best;
    assign valid = left[0] & scores & filter < 8'd10;
    assign answer = better ? filter[3:0] : leader;
    always @(posedge clk) begin
        if (valid & better) begin
            best <= total;
            leader <= filter[3:0];
        end
    end
endmodule
