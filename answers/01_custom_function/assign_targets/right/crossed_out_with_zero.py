class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        table = overlaps(boxes, truths)
        match, overlap = torch.full((len(boxes),), -1), torch.zeros_like(boxes[:, 0])
        for _ in range(min(table.shape)):
            row, column = divmod(int(table.argmax()), table.shape[1])
            if table[row, column] < threshold:
                break
            match[row], overlap[row] = column, table[row, column]
            table[row, :] = 0
            table[:, column] = 0
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
