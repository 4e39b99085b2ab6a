# fails: weights, loss, other_optimizer, train_mode
# en: You clear the gradients before every second batch only. In between, the step also uses the
#     gradient of the batch before. Each step should follow the gradient of its own batch alone.
# ja: 勾配を、2 回に 1 回しか消していません。
#     消さないときは、前のバッチの勾配も足されたまま進みます。
#     1 歩ごとに、そのバッチだけの勾配で進むはずです。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for number, (images, labels) in enumerate(batches):
        if number % 2 == 0:
            optimizer.zero_grad()
        loss = F.cross_entropy(network(images), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
