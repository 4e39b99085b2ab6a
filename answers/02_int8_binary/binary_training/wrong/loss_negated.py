# fails: loss, one_batch
# en: Your epoch returns the mean with the opposite sign. A cross-entropy is never negative.
# ja: 平均の符号を逆にして返しています。交差エントロピーが負になることはありません。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return -(sum(losses) / len(losses))


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
