# fails: match, threshold, empty, at_threshold
# en: A prediction without a true box has the number 0, which is the number of the first true box.
# ja: 正解のない予測の番号が 0 になっています。0 は、最初の正解の番号です。
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths)
        match = torch.zeros(len(boxes), dtype=torch.int64)
        overlap = boxes.new_zeros(len(boxes))
        while free.numel() and free.max() >= threshold:
            box, truth = divmod(int(free.argmax()), len(truths))
            match[box], overlap[box] = truth, free[box, truth]
            free[box, :] = free[:, truth] = -1
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
