def train_epoch(network, batches, optimizer):
    network.train(True)
    total, count = 0.0, 0
    for count, (images, labels) in enumerate(batches, start=1):
        optimizer.zero_grad()
        loss = nn.CrossEntropyLoss()(network(images), labels)
        loss.backward()
        optimizer.step()
        total += float(loss)
    return total / count


@torch.no_grad()
def accuracy(network, images, labels):
    network.train(False)
    predicted = network(images).max(dim=1).indices
    return int((predicted == labels).sum()) / len(labels)
