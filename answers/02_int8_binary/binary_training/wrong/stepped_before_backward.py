# fails: weights, loss, other_optimizer, accuracy, train_mode
# en: Your optimizer takes its step before the gradients of this batch are computed, so it always
#     uses those of the batch before, and the last batch is lost. Look at the order of the lines.
# ja: このバッチの勾配を計算する前に、オプティマイザが進んでいます。
#     いつも前のバッチの勾配を使うことになり、最後のバッチは無駄になります。
#     行の順番を見直してください。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.step()
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
