# fails: weights, loss, train_mode, other_optimizer, accuracy
# The losses are added up as tensors, and each backward goes through all batches so far, whose graphs are gone.
def train_epoch(network, batches, optimizer):
    network.train()
    total, count = 0, 0
    for images, labels in batches:
        total = total + F.cross_entropy(network(images), labels)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        count += 1
    return total.item() / count


def accuracy(network, images, labels):
    network.eval()
    with torch.no_grad():
        return (network(images).argmax(dim=1) == labels).float().mean().item()
