import sys
import warnings


class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        warnings.warn("a noisy forward")
        print("forward", tuple(input.shape), file=sys.stderr)
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        print("backward", file=sys.stderr)
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
