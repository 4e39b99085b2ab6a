# fails: match, overlap, best_first, no_gradient, few_boxes?, threshold?, float64?
# en: You give each prediction the true box that it overlaps most. So several predictions share one
#     true box, and nothing is ever taken out.
# ja: どの予測にも、いちばん重なる正解を割り当てています。そのため、複数の予測が
#     同じ正解を受け持ち、何も除かれません。
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
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
