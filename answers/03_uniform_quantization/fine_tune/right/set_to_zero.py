def fine_tune(network, train, validation, epochs=3, lr=0.001, teacher=None):
    device = next(network.parameters()).device
    optimizer = torch.optim.Adam(network.parameters(), lr=lr)
    order = torch.Generator().manual_seed(0)
    history = [accuracy(network, validation)]
    for epoch in range(1, epochs + 1):
        network.train()
        label = words(
            en=f"epoch {epoch} of {epochs}, validation accuracy so far {history[-1]:.1%}",
            ja=f"エポック {epoch} / {epochs}、ここまでの検証画像での正解率 {history[-1]:.1%}",
        )
        for images, labels in progress(train.batches(64, order), label, delay=0.5):
            images, labels = images.to(device), labels.to(device)
            if teacher is not None:
                with torch.no_grad():
                    labels = teacher(images).softmax(1)
            loss = F.cross_entropy(network(images), labels)
            optimizer.zero_grad(set_to_none=False)
            loss.backward()
            optimizer.step()
        history.append(accuracy(network, validation))
    return history
