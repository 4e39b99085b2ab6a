# fails: accuracy_value, few_images, eval_mode
# en: Your accuracy asks for the class with the lowest score.
# ja: スコアがいちばん低いクラスを選んでいます。
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
        return (network(images).argmin(dim=1) == labels).float().mean().item()
