"""plot(): with matplotlib."""
import matplotlib.pyplot as plt
import numpy as np

import catenaria


def test_plot(tiny):
    results = catenaria.run(tiny)
    axes = results.plot()
    assert axes.get_xlabel() == "t [s]" and axes.get_ylabel() == "p1.force [N]"
    assert np.array_equal(axes.lines[0].get_ydata(), results["p1.force"])
    assert results.plot("p1.force", "p1.force_20Hz", x="p1.x", ax=axes) is axes
    assert len(axes.lines) == 3 and axes.get_xlabel() == "p1.x [m]"
    assert results.plot("droppers/largest").get_xlabel() == "x [m]"
    plt.close("all")
