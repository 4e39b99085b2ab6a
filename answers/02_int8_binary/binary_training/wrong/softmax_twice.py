# fails: weights, loss, other_optimizer, one_batch, train_mode
# en: You turn the scores into probabilities before F.cross_entropy does it again. The loss can then
#     hardly fall, and the gradients are too small. Look at what F.cross_entropy expects.
# ja: スコアを確率に変えてから F.cross_entropy に渡しているので、同じ変換が 2 回行われます。
#     損失がなかなか下がらず、勾配も小さくなります。
#     F.cross_entropy が何を受け取るのか、調べてください。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images).softmax(dim=1), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
