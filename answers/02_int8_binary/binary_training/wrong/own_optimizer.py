# fails: weights, loss, other_optimizer, accuracy
# It takes plain gradient steps of its own instead of the optimizer's.
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        with torch.no_grad():
            for weight in network.parameters():
                weight -= 0.01 * weight.grad
        losses.append(loss.item())
    return sum(losses) / len(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
