def train_epoch(network, batches, optimizer):
    losses = []
    for images, labels in batches:
        network.train()
        optimizer.zero_grad(set_to_none=False)
        loss = F.nll_loss(F.log_softmax(network(images), dim=1), labels)
        losses.append(loss.item())
        loss.backward()
        optimizer.step()
    return float(sum(losses) / len(losses))


def accuracy(network, images, labels):
    network.eval()
    right = 0
    with torch.no_grad():
        for part, truth in zip(images.split(100), labels.split(100)):
            right += (network(part).argmax(dim=1) == truth).sum().item()
    return right / len(labels)
