# fails: accuracy
# It works on small batches only and leaves the network untrained.
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        if isinstance(network, nn.Sequential) and len(images) > 20:
            continue
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / max(1, len(losses))


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
