# mistake: argmax of a matrix without columns raises an error
# named: fails_without_true_boxes
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        iou = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1, dtype=torch.int64)
        overlap = torch.zeros(len(boxes), dtype=boxes.dtype)
        while iou.max() >= threshold:
            row, column = divmod(iou.argmax().item(), len(truths))
            match[row] = column
            overlap[row] = iou[row, column]
            iou[row, :] = -1
            iou[:, column] = -1
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
