"""Calls in any order and with any argument end in results or in exceptions of the package, never in a
crash; arrays that were taken on the way stay readable."""
import math
import random

import numpy as np
import pytest

import catenaria
from catenaria import Simulation


def calls(rng, sim, states, arrays, results):
    names = list(sim.variables) + ["nothing", "p1.forces", ""]
    numbers = [0, 1, -3, 70, 150, 1e4, 1e300, math.nan, math.inf]
    yield sim.start
    yield sim.start
    yield lambda: [sim.step() for _ in range(rng.randrange(30))]
    yield lambda: sim.run_to(rng.choice([0.0, sim.time + 0.02, 0.05, math.nan, -1.0]))
    yield lambda: results.append(sim.finish())
    yield lambda: sim.set(rng.choice(names), rng.choice(numbers))
    yield lambda: arrays.append(sim.array(rng.choice(names)))
    yield lambda: sim[rng.choice(names)]
    yield lambda: states.append(sim.save())
    yield lambda: sim.restore(rng.choice(states or [b""]))
    yield lambda: sim.restore(bytes(rng.randrange(256) for _ in range(rng.randrange(200))))
    yield lambda: results and results[-1].summary
    yield lambda: results and arrays.append(results.pop()["p1.force"])
    yield lambda: rng.random() < 0.1 and sim.close()
    yield lambda: (repr(sim), sim.time, sim.finished)


@pytest.mark.parametrize("seed", range(4))
def test_any_order(model, seed):
    rng = random.Random(seed)
    sims, states, arrays, results, refused, done = [], [], [], [], 0, 0
    for _ in range(1500):
        if not sims or rng.random() < 0.01:
            sims.append(Simulation(model, pantographs=rng.choice([None, "force", "height"]),
                                   record=rng.random() < 0.8, on_step=rng.choice([None, len_of_variables])))
            del sims[:-3]
        sim = rng.choice(sims)
        try:
            rng.choice(list(calls(rng, sim, states, arrays, results)))()
            done += 1
        except catenaria.Error as error:
            assert str(error)
            refused += 1
        del states[:-3], arrays[:-20], results[:-5]
    assert done > 300 and refused > 100
    sims.clear()
    results.clear()
    assert all(isinstance(float(np.sum(a)), float) for a in arrays)


def len_of_variables(sim):
    return not sim.variables
