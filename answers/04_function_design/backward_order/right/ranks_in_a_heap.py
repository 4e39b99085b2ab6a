import heapq
import itertools


def backward_order(last):
    """As Chainer does: the rank of a variable is one more than the highest rank of its inputs; the highest goes first."""
    ranks = {}

    def rank(variable):
        if variable not in ranks:
            ranks[variable] = 0 if variable.node is None else 1 + max(rank(source) for source in variable.node.inputs)
        return ranks[variable]

    order, heap, seen, ties = [], [(-rank(last), 0, last)], {last}, itertools.count(1)
    while heap:
        _, _, variable = heapq.heappop(heap)
        if variable.node is None:
            continue
        order.append(variable)
        for source in variable.node.inputs:
            if source not in seen:
                seen.add(source)
                heapq.heappush(heap, (-rank(source), next(ties), source))
    return order
