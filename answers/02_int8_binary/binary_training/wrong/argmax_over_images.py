# fails: accuracy_value, eval_mode, few_images, accuracy
# en: You look for the largest score among the images, for each class. So you get as many answers as
#     there are classes, and comparing them with the labels fails. Which dimension holds the
#     classes?
# ja: クラスごとに、いちばん高いスコアの画像を探しています。
#     答えの数がクラスの数になり、ラベルと比べるとエラーになります。
#     クラスが並んでいるのは、どの次元でしょうか。
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
        return (network(images).argmax(dim=0) == labels).float().mean().item()
