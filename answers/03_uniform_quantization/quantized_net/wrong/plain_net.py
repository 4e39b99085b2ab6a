# fails: layers, layers_b, state_dict, y, y_b8, by_name, two_networks
# Adds nothing to Net.
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width
