# fails: accuracy_value, few_images, eval_mode
# en: Your accuracy has the right value, but it is a tensor. Look at what both functions return
#     according to the task.
# ja: 正解率の値は正しいのですが、テンソルのままです。
#     2 つの関数が何を返すのか、課題を見直してください。
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
        return (network(images).argmax(dim=1) == labels).float().mean()
