def loss_of(network, images, labels):
    log_probabilities = F.log_softmax(network(images), dim=-1)
    return -log_probabilities.gather(1, labels[:, None]).mean()


def train_epoch(network, batches, optimizer):
    network.train()
    losses = []
    for images, labels in batches:
        loss = loss_of(network, images, labels)
        network.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return torch.stack(losses).mean().item()


def accuracy(network, images, labels):
    network.eval()
    with torch.inference_mode():
        right = network(images).argmax(1).eq(labels)
    return right.double().mean().item()
