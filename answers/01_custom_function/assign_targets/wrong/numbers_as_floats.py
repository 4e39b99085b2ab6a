# fails: match, best_first, few_boxes, threshold, at_threshold, float64, empty
# en: The numbers are right, but they are floats. What is used to index must be whole numbers.
# ja: 番号は正しいのですが、浮動小数点数になっています。添字に使うものは整数でなければなりません。
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1.0)
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
