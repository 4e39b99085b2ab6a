# fails: accuracy_value, eval_mode, few_images?
# en: Your accuracy looks at the first ten images only, however many it is given. Which ones should
#     count?
# ja: accuracy が、最初の 10 枚の画像しか使っていません。何枚渡されても同じです。
#     どの画像を数えるべきでしょうか。
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
        return (network(images[:10]).argmax(dim=1) == labels[:10]).float().mean().item()
