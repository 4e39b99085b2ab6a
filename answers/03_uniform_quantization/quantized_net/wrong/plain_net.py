# fails: layers, layers_b, state_dict, y, y_b8, by_name, two_networks
# en: conv1 and the other layers of Net are still float layers: your quantized ones are missing, or
#     stand under other names. Under which names does Net look for its layers?
# ja: conv1 などの層が、Net のもとの層のままです。量子化した層がないか、別の名前になっています。
#     Net は、どの名前の層を使うでしょうか。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width
