# fails: match, overlap, best_first, no_gradient, marked, empty
# en: Several predictions share one true box: each gets the one that it overlaps most. A true box
#     that has been given away has to be taken out.
# ja: どの予測にも、いちばん重なる正解が割り当てられていて、複数の予測が同じ正解を
#     受け持っています。割り当てた正解は、除かなければなりません。
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
