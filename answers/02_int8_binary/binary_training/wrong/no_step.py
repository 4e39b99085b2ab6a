# fails: weights, loss, other_optimizer, accuracy, train_mode
# en: Your weights do not move: after an epoch the network is what it was before. Follow one
#     gradient. Where is it computed, is it still there when the optimizer is called, and is the
#     optimizer asked to take its step?
# ja: 重みがまったく動かず、1 エポック後のネットワークが元のままです。勾配を追ってみましょう。
#     どこで計算され、オプティマイザを呼ぶときにまだ残っていて、
#     オプティマイザは 1 歩進んでいるでしょうか。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
