# fails: match, overlap, few_boxes, threshold, no_gradient, float64, marked?
# en: The number that argmax gives counts row by row, and a row has as many elements as there are true
#     boxes. You divide by another number.
# ja: argmax が返すのは、行の順に数えた番号です。1 行の要素の数は、正解の枠の数と同じです。
#     別の数で割っています。
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1)
        overlap = boxes.new_zeros(len(boxes))
        for _ in range(min(free.shape)):
            if free.max() < threshold:
                break
            box, truth = divmod(int(free.argmax()), len(boxes))
            match[box], overlap[box] = truth, free[box, truth]
            free[box, :] = free[:, truth] = -1
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
