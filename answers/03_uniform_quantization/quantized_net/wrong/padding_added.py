# fails: y, y_b8
# en: Your conv1 pads the images. Its output becomes larger, and fc1 gets more values than it takes:
#     the forward pass stops with an error. Compare the arguments with those of Net.
# ja: conv1 が画像にパディングを加えています。
#     出力が大きくなり、fc1 に渡る値が多すぎて、順伝播がエラーで止まります。
#     Net の引数と見比べてください。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, padding=2, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)
