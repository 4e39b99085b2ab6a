class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths).clone()
        match, overlap = torch.full((len(boxes),), -1), boxes.new_zeros(len(boxes))
        for _ in truths:
            by_box = free.amax(1) if len(boxes) else free.new_zeros(0)
            if not len(by_box) or by_box.max() < threshold:
                break
            box = int(by_box.argmax())
            truth = int(free[box].argmax())
            match[box], overlap[box] = truth, free[box, truth]
            free[box], free[:, truth] = -1, -1
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
