# fails: eval_mode
# en: Your accuracy records a graph that nobody needs, which costs memory and time. Look at what the
#     task says about accuracy.
# ja: accuracy が、誰も使わない計算グラフを作っています。メモリと時間の無駄です。
#     課題で accuracy について読み直してください。
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
    return (network(images).argmax(dim=1) == labels).float().mean().item()
