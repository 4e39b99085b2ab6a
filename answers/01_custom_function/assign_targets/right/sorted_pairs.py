class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        table = overlaps(boxes, truths)
        pairs = [(table[i, j].item(), i, j) for i in range(len(boxes)) for j in range(len(truths))]
        match = torch.full((len(boxes),), -1, dtype=torch.int64)
        overlap = torch.zeros(len(boxes), dtype=boxes.dtype)
        taken = set()
        for value, i, j in sorted(pairs, reverse=True):
            if value < threshold:
                break
            if match[i] < 0 and j not in taken:
                match[i], overlap[i] = j, table[i, j]
                taken.add(j)
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
