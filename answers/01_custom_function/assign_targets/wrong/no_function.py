# fails: no_gradient, marked
# en: This is a plain function: overlap is composed of PyTorch's operations, so its gradient flows back
#     into the boxes, and they move to make the target easy.
# ja: これはふつうの関数です。overlap は PyTorch の演算の組み合わせなので、勾配が枠に流れ、
#     教師データが簡単な値になるように枠が動いてしまいます。
def assign_targets(boxes, truths, threshold):
    table = overlaps(boxes, truths)
    free = table.detach().clone()
    match = torch.full((len(boxes),), -1)
    overlap = boxes.new_zeros(len(boxes))
    while free.numel() and free.max() >= threshold:
        box, truth = divmod(int(free.argmax()), len(truths))
        match[box], overlap[box] = truth, table[box, truth]
        free[box, :] = free[:, truth] = -1
    return match, overlap
