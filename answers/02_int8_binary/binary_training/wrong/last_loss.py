# fails: loss
# en: Your train_epoch returns the loss of the last batch. The task asks for a number that stands
#     for all batches.
# ja: train_epoch が、最後のバッチの損失を返しています。
#     課題が求めているのは、すべてのバッチについての数です。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses[-1]


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
