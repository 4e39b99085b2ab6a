# all pairs are sorted once, and those whose two boxes are still free are taken
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        iou = overlaps(boxes, truths)
        pairs = [(v, i, j) for i, r in enumerate(iou.tolist()) for j, v in enumerate(r)]
        pairs = sorted((p for p in pairs if p[0] >= threshold), key=lambda p: -p[0])
        match = boxes.new_full((len(boxes),), -1, dtype=torch.long)
        overlap = boxes.new_zeros(len(boxes))
        taken = set()
        for v, i, j in pairs:
            if match[i] == -1 and j not in taken:
                match[i] = j
                overlap[i] = iou[i, j]
                taken.add(j)
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, *unused):
        return (None,) * 3


assign_targets = AssignTargets.apply
