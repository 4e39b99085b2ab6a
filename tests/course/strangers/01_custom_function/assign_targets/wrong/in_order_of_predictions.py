# mistake: the predictions choose one after the other, the first one first
# named: predictions_in_order
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        iou = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1, dtype=torch.int64)
        overlap = torch.zeros(len(boxes), dtype=boxes.dtype)
        for i in range(len(boxes)):
            if len(truths) == 0:
                break
            j = iou[i].argmax()
            if iou[i, j] >= threshold:
                match[i] = j
                overlap[i] = iou[i, j]
                iou[:, j] = -1
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
