class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1)
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
