# fails: weights, loss, other_optimizer, accuracy, train_mode
# en: Your train_epoch returns after the first batch: the others are never seen. Look at how far the
#     last line is indented.
# ja: train_epoch が最初のバッチだけで終わり、残りのバッチを使っていません。
#     最後の行の字下げを見直してください。
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
        return (network(images).argmax(dim=1) == labels).float().mean().item()
