# fails: marked
# en: The numbers are right, but PyTorch still believes that overlap has a derivative. The forward has
#     to declare it.
# ja: 数は正しいのですが、PyTorch は overlap が微分できると思ったままです。
#     forward の中で宣言する必要があります。
class AssignTargets(Function):
    @staticmethod
    def forward(ctx, boxes, truths, threshold):
        free = overlaps(boxes, truths)
        match = torch.full((len(boxes),), -1)
        overlap = boxes.new_zeros(len(boxes))
        while free.numel() and free.max() >= threshold:
            box, truth = divmod(int(free.argmax()), len(truths))
            match[box], overlap[box] = truth, free[box, truth]
            free[box, :] = free[:, truth] = -1
        return match, overlap

    @staticmethod
    def backward(ctx, grad_match, grad_overlap):
        return None, None, None


assign_targets = AssignTargets.apply
