# fails: match, overlap, few_boxes, threshold, no_gradient, marked, float64, at_threshold, empty
# en: You divide the number that argmax gives by the number of predictions. It counts row by row:
#     how many elements does a row have?
# ja: argmax の番号を、予測の個数で割っています。番号は行ごとに数えられます。
#     1 つの行には、要素がいくつあるでしょうか。
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
