# fails: train_mode, accuracy?
# en: Your train_epoch leaves the network in the mode in which it finds it. After the first
#     measuring that is evaluation mode, and batch norm learns nothing of the data. Which mode does
#     each function need?
# ja: train_epoch が、ネットワークを前のモードのまま使っています。
#     正解率を一度測った後は評価モードなので、バッチ正規化がデータの平均と分散を覚えません。
#     それぞれの関数に必要なモードは、どちらでしょうか。
def train_epoch(network, batches, optimizer):
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
