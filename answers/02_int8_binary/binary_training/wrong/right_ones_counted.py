# fails: accuracy_value, few_images, eval_mode
# en: Your accuracy counts the right images: 17 of 40 gives 17. The task asks for their part.
# ja: accuracy が正解の枚数を返しています。40 枚中 17 枚なら、17 です。
#     課題が求めているのは割合です。
def train_epoch(network, batches, optimizer):
    network.train()
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
        return (network(images).argmax(dim=1) == labels).float().sum().item()
