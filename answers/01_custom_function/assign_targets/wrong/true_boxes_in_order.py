# fails: best_first, few_boxes, float64
# en: You go through the true boxes by number, and each takes the best prediction that is left. So a
#     true box with a low number takes what another one needs more.
# ja: 正解を番号の順にたどり、残っている予測の中でいちばん良いものを取らせています。そのため、
#     番号の小さい正解が、ほかの正解にもっと必要な予測を取ってしまいます。
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1)
        overlap = boxes.new_zeros(len(boxes))
        for truth in range(len(truths) if free.numel() else 0):
            box = int(free[:, truth].argmax())
            if free[box, truth] >= threshold:
                match[box], overlap[box] = truth, free[box, truth]
                free[box] = -1
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
