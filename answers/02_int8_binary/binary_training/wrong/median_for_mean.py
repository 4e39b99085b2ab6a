# fails: accuracy_value, few_images, eval_mode
# en: Your accuracy takes the median of right and wrong. That is 0 or 1, whatever the share is.
# ja: 正解かどうかの中央値を取っています。割合によらず、0 か 1 にしかなりません。
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
        return (network(images).argmax(dim=1) == labels).float().median().item()
