# fails: overlap, best_first, no_gradient, marked
# en: overlap holds the largest overlap of each prediction with any true box. Wanted is that of the pair,
#     and 0 where there is none.
# ja: overlap に、それぞれの予測の、どれかの正解との最大の IoU が入っています。
#     必要なのは選ばれた組の IoU で、なければ 0 です。
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1)
        overlap = free.amax(1) if free.numel() else boxes.new_zeros(len(boxes))
        while free.numel() and free.max() >= threshold:
            box, truth = divmod(int(free.argmax()), len(truths))
            match[box] = truth
            free[box, :] = free[:, truth] = -1
        ctx.mark_non_differentiable(match, overlap)
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
