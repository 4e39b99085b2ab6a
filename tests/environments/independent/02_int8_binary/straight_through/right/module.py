# a module, and hard under no_grad
def straight_through(hard, soft):
    class Estimator(nn.Module):
        def forward(self, x):
            with torch.no_grad():
                answer = hard(x)
            carrier = soft(x)
            return torch.sub(carrier, carrier.detach()).add(answer)

    return Estimator()
