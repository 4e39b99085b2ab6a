class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        import numpy as np

        table = overlaps(boxes, truths).numpy(force=True)
        match = np.full(len(boxes), -1)
        overlap = np.zeros(len(boxes), dtype=table.dtype)
        while table.size and table.max() >= threshold:
            i, j = np.unravel_index(table.argmax(), table.shape)
            match[i], overlap[i] = j, table[i, j]
            table[i, :], table[:, j] = -1, -1
        both = torch.from_numpy(match), torch.from_numpy(overlap)
        ctx.mark_non_differentiable(*both)
        return both

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
