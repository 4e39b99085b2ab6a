def train_epoch(network, batches, optimizer):
    network.train()
    optimizer.zero_grad()
    losses = []
    for batch in batches:
        images, labels = batch
        loss = F.cross_entropy(network(images), labels)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses += [loss.item()]
    return torch.tensor(losses, dtype=torch.float64).mean().item()


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        scores = network(images)
    best = torch.argsort(scores, dim=1, descending=True)[:, 0]
    return 1 - (best != labels).double().mean().item()
