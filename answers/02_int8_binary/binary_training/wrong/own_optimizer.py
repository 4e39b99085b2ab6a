# fails: weights, loss, other_optimizer, train_mode, accuracy?
# en: You move the weights by yourself, with a step of 0.01 times the gradient, and the optimizer
#     that was handed in is never used. It has its own idea of a step. Let it do its work.
# ja: 渡されたオプティマイザを使わずに、勾配の 0.01 倍だけ自分で重みを動かしています。
#     どう進むかは、オプティマイザによって違います。その仕事はオプティマイザに任せてください。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        loss.backward()
        with torch.no_grad():
            for weight in network.parameters():
                weight -= 0.01 * weight.grad
        losses.append(loss.item())
    return sum(losses) / len(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
