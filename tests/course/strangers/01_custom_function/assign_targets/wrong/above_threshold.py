# mistake: a pair has to be above the threshold, equal is not enough
# named: threshold_left_out
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        iou = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1)
        overlap = torch.zeros_like(boxes[:, 0])
        while iou.numel() > 0 and iou.max() > threshold:
            row, column = divmod(iou.argmax().item(), iou.shape[1])
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
