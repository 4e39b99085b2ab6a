import statistics


def train_epoch(network, batches, optimizer):
    network.train()

    def step(images, labels):
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    return statistics.fmean(step(images, labels) for images, labels in batches)


def accuracy(network, images, labels):
    was_training = network.training
    network.eval()
    with torch.no_grad():
        right = network(images).argmax(dim=1) == labels
    network.train(was_training)
    return right.float().mean().item()
