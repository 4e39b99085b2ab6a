# mistake: only the whole numbers are marked, overlap is not
# named: not_marked
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        iou = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1, dtype=torch.int64)
        overlap = torch.zeros(len(boxes), dtype=boxes.dtype)
        while iou.numel():
            row, column = divmod(int(iou.argmax()), iou.shape[1])
            if iou[row, column] < threshold:
                break
            match[row], overlap[row] = column, iou[row, column]
            iou[row], iou[:, column] = -1, -1
        ctx.mark_non_differentiable(match)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
