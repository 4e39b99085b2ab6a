# fails: accuracy_value, few_images, eval_mode
# en: Your accuracy goes up to 100. The task asks for the part of the images. Between which numbers
#     does that lie?
# ja: 正解率が 100 までの数になっています。課題が求めているのは割合です。
#     割合は、いくつからいくつまでの数でしょうか。
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
        return (network(images).argmax(dim=1) == labels).float().mean().item() * 100
