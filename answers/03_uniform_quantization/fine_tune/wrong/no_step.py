# fails: weight, other_data, default_rate, accuracy
# en: The weights come out as they went in: none of your steps moves them. Follow one batch line by
#     line: when are there gradients, when are they cleared, and when does the optimizer use them?
# ja: 学習の前と後で、重みがまったく変わっていません。バッチ 1 つ分を 1 行ずつ追ってください。
#     勾配はいつ求まり、いつ消され、オプティマイザはいつそれを使うでしょうか。
def fine_tune(network, train, validation, epochs=3, lr=0.001):
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
            loss = F.cross_entropy(network(images), labels)
            optimizer.zero_grad()
            loss.backward()
        history.append(accuracy(network, validation))
    return history
