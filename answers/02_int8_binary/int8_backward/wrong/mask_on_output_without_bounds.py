# fails: bounds, input_mask
# en: Your mask looks at the output and stops whatever equals a bound. So it also stops what lies
#     inside: -128 and 127 themselves, and 126.6, which is rounded to 127. Which value should it
#     look at?
# ja: マスクが出力を調べ、端の値と等しければ勾配を止めています。
#     そのため、範囲の中にある -128、127、そして 127 に丸められる 126.6 でも止まります。
#     どの値を調べるべきでしょうか。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        output = torch.clamp(torch.round(input), -128, 127)
        ctx.save_for_backward(output)
        return output

    @staticmethod
    def backward(ctx, grad_out):
        (output,) = ctx.saved_tensors
        return grad_out * ((output > -128) & (output < 127))


int8_in_float = Int8InFloatFunction.apply
