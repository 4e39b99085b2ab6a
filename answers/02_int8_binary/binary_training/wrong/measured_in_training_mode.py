# fails: eval_mode
# en: Your accuracy measures in whatever mode the network happens to be. In training mode batch norm
#     uses the mean and variance of the very images that are measured. Section 8 says which mode
#     belongs here.
# ja: accuracy が、ネットワークのそのときのモードのまま測っています。
#     学習モードだと、バッチ正規化が、いま測っている画像の平均と分散を使ってしまいます。
#     どのモードで測るべきか、8 節を見直してください。
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
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
