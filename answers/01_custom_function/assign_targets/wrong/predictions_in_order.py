# fails: match, overlap, best_first, no_gradient, marked, empty
# en: You go through the predictions by number, and each takes the best true box that is left. The
#     best pair of all may come too late.
# ja: 予測を番号の順にたどり、残っている正解の中でいちばん良いものを取らせています。
#     全体でいちばん良い組の正解が、先に取られてしまうことがあります。
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1)
        overlap = boxes.new_zeros(len(boxes))
        for box in range(len(boxes) if free.numel() else 0):
            truth = int(free[box].argmax())
            if free[box, truth] >= threshold:
                match[box], overlap[box] = truth, free[box, truth]
                free[:, truth] = -1
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
