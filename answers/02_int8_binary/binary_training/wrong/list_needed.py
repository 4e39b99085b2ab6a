# fails: weights, loss, train_mode
# en: You ask for the length of batches. It may be a generator, which has none, and then your
#     function stops with an error. What have you collected that can be counted?
# ja: batches の長さを使っていますが、ジェネレータには長さがないので、エラーになります。
#     自分で集めたもののうち、個数がわかるものはどれでしょうか。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(batches)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
