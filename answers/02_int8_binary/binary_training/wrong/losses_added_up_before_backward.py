# fails: weights, loss, train_mode, other_optimizer, accuracy
# en: You add the losses up as tensors and call backward on the sum. From the second batch on, it
#     would go through the first batch once more, whose graph is gone: an error. Which loss belongs
#     to which step?
# ja: 損失をテンソルのまま足し、その和に対して backward を呼んでいます。
#     2 つ目のバッチからは、もう残っていない前の計算グラフを通ろうとして、エラーになります。
#     1 歩ごとに使うのは、どの損失でしょうか。
def train_epoch(network, batches, optimizer):
    network.train()
    total, count = 0, 0
    for images, labels in batches:
        total = total + F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        count += 1
    return total.item() / count


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
