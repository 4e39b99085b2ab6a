# fails: loss
# en: Your train_epoch returns the sum of the losses, which grows with the number of batches. The
#     task asks for another number.
# ja: train_epoch が損失の和を返しているので、バッチの数が多いほど大きくなります。
#     課題が求めているのは、別の数です。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
