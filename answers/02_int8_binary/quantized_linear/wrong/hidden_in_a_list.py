# fails: part_of_it
# en: Your quantizer lies in a plain Python list, and PyTorch does not look into lists. Its
#     parameters are then not part of the layer, and no optimizer learns them. How does
#     QuantizedConv2d keep it?
# ja: quantizer が Python のリストに入っています。
#     PyTorch はリストの中を見ないので、quantizer のパラメータが層の一部にならず、学習されません。
#     QuantizedConv2d では、どのように保存していますか。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizers = [] if quantizer is None else [quantizer]

    def forward(self, x):
        weight = self.quantizers[0](self.weight) if self.quantizers else self.weight
        return F.linear(x, weight, self.bias)
