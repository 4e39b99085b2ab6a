# fails: weights, loss, other_optimizer, one_batch, train_mode
# en: Your loss adds up over the images of a batch, so with 64 images the gradient is 64 times as
#     large. The task names F.cross_entropy as it is. Look at its settings.
# ja: 損失を、バッチの中の画像について足し合わせています。
#     そのため、64 枚のバッチでは勾配も 64 倍になります。
#     課題では F.cross_entropy をそのまま使います。渡している設定を見直してください。
def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = F.cross_entropy(network(images), labels, reduction="sum")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
