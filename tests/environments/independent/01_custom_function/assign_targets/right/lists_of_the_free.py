# what is still free is kept in two lists, and the best pair is searched among them
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        table = overlaps(boxes, truths)
        rows, columns = list(range(len(boxes))), list(range(len(truths)))
        match = torch.zeros(len(boxes), dtype=torch.int64) - 1
        overlap = torch.zeros(len(boxes), dtype=boxes.dtype)
        while rows and columns:
            i, j = max(((i, j) for i in rows for j in columns), key=lambda p: table[p].item())
            if table[i, j].item() < threshold:
                break
            match[i], overlap[i] = j, table[i, j]
            rows.remove(i)
            columns.remove(j)
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
