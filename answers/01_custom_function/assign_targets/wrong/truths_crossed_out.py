# fails: match, overlap, best_first, few_boxes, threshold, at_threshold, no_gradient, marked, float64, empty
# en: You take a true box out by writing into truths, which belongs to the caller.
# ja: 呼び出した側のものである truths に書き込んで、正解を除いています。
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        match = torch.full((len(boxes),), -1)
        overlap = boxes.new_zeros(len(boxes))
        while len(truths) and overlaps(boxes, truths).max() >= threshold:
            free = overlaps(boxes, truths) - 2 * (match[:, None] >= 0)
            if free.max() < threshold:
                break
            box, truth = divmod(int(free.argmax()), len(truths))
            match[box], overlap[box] = truth, free[box, truth]
            truths[truth] = 0
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
