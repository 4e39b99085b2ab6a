class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        match, overlap = torch.full((len(boxes),), -1), boxes.new_zeros(len(boxes))

        def take(free):
            if not free.numel() or free.max() < threshold:
                return
            box, truth = divmod(int(free.argmax()), free.shape[1])
            match[box], overlap[box] = truth, free[box, truth]
            free[box], free[:, truth] = -1, -1
            take(free)

        take(overlaps(boxes, truths))
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, *never_called):
        return None, None, None


def assign_targets(boxes, truths, threshold):
    return AssignTargets.apply(boxes, truths, threshold)
