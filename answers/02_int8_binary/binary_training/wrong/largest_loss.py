# fails: loss
# en: Your epoch returns the largest loss divided by the number of batches. All batches belong into
#     a mean.
# ja: いちばん大きい損失を個数で割っています。平均には、すべてのバッチの損失が必要です。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return max(losses) / len(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
