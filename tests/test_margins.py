"""The benchmark of thresholds still measures what the check cells of today record."""

import pytest

from benchmarks.margins import DRAWINGS, Run, train


@pytest.mark.slow
def test_a_network_that_nobody_trained_lies_below_the_threshold_on_every_drawing():
    result = train(Run("02_int8_binary", "binary_training", "wrong/weights_not_trained", 0, 1, "all"))
    assert len(result.accuracies) == DRAWINGS
    assert max(result.accuracies) < 0.3 < result.at_least
