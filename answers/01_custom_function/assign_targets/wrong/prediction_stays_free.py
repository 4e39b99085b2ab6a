# fails: best_first, few_boxes, float64
# en: You cross out the column of the true box, but not the row of its prediction. So a prediction that
#     has a true box can get another one, which replaces the first.
# ja: 正解の列は消していますが、予測の行を消していません。そのため、受け持ちの決まった予測に
#     別の正解が割り当てられ、前のものが上書きされます。
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1)
        overlap = boxes.new_zeros(len(boxes))
        while free.numel() and free.max() >= threshold:
            box, truth = divmod(int(free.argmax()), len(truths))
            match[box], overlap[box] = truth, free[box, truth]
            free[:, truth] = -1
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
