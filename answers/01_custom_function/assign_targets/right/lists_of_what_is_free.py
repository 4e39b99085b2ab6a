class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        table = overlaps(boxes, truths)
        rows, columns = list(range(len(boxes))), list(range(len(truths)))
        match, overlap = torch.full((len(boxes),), -1), boxes.new_zeros(len(boxes))
        while rows and columns:
            part = table[rows][:, columns]
            if part.max() < threshold:
                break
            r, c = divmod(int(part.argmax()), len(columns))
            match[rows[r]], overlap[rows[r]] = columns[c], part[r, c]
            del rows[r], columns[c]
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
