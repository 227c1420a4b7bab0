"""A pantograph written in Python: the same as one that the library has, errors, states."""
import gc
import math
import threading
import time

import numpy as np
import pytest

import catenaria
from catenaria import Energy, Model, Pantograph, Rest, Simulation


class Plunger(Pantograph):
    """One mass on a damper, as in examples/own_pantograph.c."""
    name = "plunger"
    state = ("z", "v", "push")

    def __init__(self, mass=20.0, damping=100.0):
        self.mass, self.damping, self.push = mass, damping, 0.0
        self.z = self.v = self.free_v = 0.0

    def mobility(self):
        return 1 / (self.mass / self.h + self.damping)

    def rest(self):
        return Rest(force=self.push)

    def start(self, height, force):
        self.z, self.v = height or 0.0, 0.0
        return self.z

    def free_step(self):
        self.free_v = self.mobility() * (self.mass / self.h * self.v + self.push)
        return self.z + self.h * self.free_v

    def compliance(self):
        return self.h * self.mobility()

    def commit(self, force):
        self.v = self.free_v - self.mobility() * force
        self.z += self.h * self.v
        return self.z

    def set_static_force(self, force):
        self.push = force


def test_it_runs(model):
    plunger = Plunger()
    sim = Simulation(model, pantographs=plunger)
    assert plunger.h == model.step
    sim.start()
    assert sim["p1.force"] == pytest.approx(150, abs=1e-9)  # that of the case
    sim.run_to()
    assert sim["p1.head"] == pytest.approx(plunger.z)
    results = sim.finish()
    assert results.value("mean") == pytest.approx(150, rel=0.15)
    assert np.ptp(results["p1.force"]) > 10


def test_states(model):
    sim = Simulation(model, pantographs=Plunger())
    sim.start()
    sim.run_to(0.5)
    state = sim.save()
    sim.run_to(1)
    force = sim["p1.force"]
    other = Simulation(model, pantographs=[Plunger()])
    other.restore(state)
    other.run_to(1)
    assert other["p1.force"] == force
    with pytest.raises(catenaria.ArgumentError, match="other sources"):
        Simulation(model).restore(state)

    class Stateless(Plunger):
        state = ()
    sim = Simulation(model, pantographs=Stateless())
    sim.start()
    with pytest.raises(catenaria.StateError, match="names no state"):
        sim.save()


def test_arrays_in_a_state(model):
    class Arrays(Plunger):
        state = ("zv", "push", "steps")
        steps = 0

        def __init__(self):
            super().__init__()
            self.zv = np.zeros(2)

        def start(self, height, force):
            self.zv = np.array([height or 0.0, 0.0])
            return self.zv[0]

        def free_step(self):
            self.z, self.v = self.zv
            return super().free_step()

        def commit(self, force):
            super().commit(force)
            self.zv = np.array([self.z, self.v])
            self.steps += 1
            return self.z
    pantograph = Arrays()
    sim = Simulation(model, pantographs=pantograph)
    sim.start()
    sim.run_to(0.5)
    state, kept, steps = sim.save(), pantograph.zv.copy(), pantograph.steps
    sim.run_to(0.6)
    force = sim["p1.force"]
    sim.restore(state)
    assert pantograph.zv.tobytes() == kept.tobytes() and pantograph.zv.shape == (2,)
    assert pantograph.steps == steps and isinstance(pantograph.steps, int)
    sim.run_to(0.6)
    assert sim["p1.force"] == force
    pantograph.zv = np.zeros(1000)  # would not fit into what was reserved
    with pytest.raises(catenaria.StateError, match="'zv' in the state of Arrays is of shape"):
        sim.save()

    class Late(Plunger):
        state = ("z", "late")

        def start(self, height, force):
            self.late = np.zeros(1000)
            return super().start(height, force)
    sim = Simulation(model, pantographs=Late())
    sim.start()
    with pytest.raises(catenaria.StateError, match="'late' in the state of Late"):
        sim.save()

    class Worded(Plunger):
        state = ("name",)
    with pytest.raises(catenaria.StateError, match="'name' in the state of Worded is of type str"):
        Simulation(model, pantographs=Worded())


def test_it_belongs_to_one_simulation(model):
    pantograph = Plunger()
    first = Simulation(model, pantographs=pantograph)
    with pytest.raises(catenaria.StateError, match="another simulation"):
        Simulation(model, pantographs=pantograph)
    first.close()
    second = Simulation(model, pantographs=pantograph)
    del second
    Simulation(model, pantographs=pantograph)
    with pytest.raises(catenaria.ArgumentError, match=r"the class Plunger, .*Plunger\(\) makes one"):
        Simulation(model, pantographs=Plunger)
    same = Plunger()
    with pytest.raises(catenaria.ArgumentError, match="twice"):
        Simulation(model, pantographs=[same, same])


@pytest.mark.parametrize("method, value, words", [
    ("free_step", math.nan, "its free_step gave a height"), ("compliance", -1e-5, "its compliance gave"),
    ("commit", math.inf, "its commit gave a height")])
def test_faults_have_a_name(model, method, value, words):
    seen = []

    def commit(self, force):
        seen.append(force)
        return Plunger.commit(self, force)
    kind = type("Faulty", (Plunger,), {"commit": commit, method: lambda self, *_: value})
    sim = Simulation(model, pantographs=kind())
    sim.start()
    with pytest.raises(catenaria.NumericalError, match=words):
        sim.step()
    assert not seen  # nothing hides the fault


def test_it_knows_where_it_is_and_keeps_account(model):
    class Account(Plunger):
        places = ()
        work = 0.0

        def drive(self, time, place, speed):
            self.places += ((time, place, speed),)

        def energy(self):
            return Energy(work=self.push * self.h * self.v, dissipated=self.damping * self.v**2 * self.h,
                          stored=self.mass * self.v**2 / 2)
    pantograph = Account()
    sim = Simulation(model, pantographs=pantograph)
    sim.start()
    sim.run_to(0.1)
    assert pantograph.places[-1] == pytest.approx((0.1, 18, 80))
    assert "energy" in sim.finish().summary


@pytest.mark.parametrize("method", ["rest", "start", "drive", "free_step", "compliance", "commit",
                                    "set_static_force"])
def test_exceptions_come_back(model, method):
    def broken(self, *arguments):
        raise LookupError(method)
    kind = type("Broken", (Plunger,), {method: broken})
    sim = Simulation(model, pantographs=kind())
    with pytest.raises(LookupError, match=method):
        sim.start()
        sim.step()
        sim["p1.static_force"] = 100
        sim.step()
    with pytest.raises((LookupError, catenaria.Error)):
        sim.start()
        sim.step()


def test_what_is_missing_or_not_finite(model):
    sim = Simulation(model, pantographs=Pantograph())
    with pytest.raises(NotImplementedError, match=r"Pantograph lacks its method rest\(\)"):
        sim.start()
    assert not sim.variables["p1.static_force"].settable

    class Wild(Plunger):
        def commit(self, force):
            return math.nan if self.z > 0 and self.v != 0 else super().commit(force)
    sim = Simulation(model, pantographs=Wild())
    sim.start()
    with pytest.raises(catenaria.NumericalError):
        sim.run_to()
    with pytest.raises(catenaria.StateError, match="has failed"):
        sim.step()
    assert sim.finish().status == "failed"

    class Wordy(Plunger):
        def free_step(self):
            return "high"
    sim = Simulation(model, pantographs=Wordy())
    with pytest.raises(ValueError):
        sim.start()
        sim.step()


def test_each_from_its_own_source():
    model = Model("ac-simple/two-275")
    assert model.pantographs == 2
    second = Plunger()
    sim = Simulation(model, pantographs=["case", second], record=False)
    sim.start()
    sim.run_to(0.1)
    assert sim["p1.force"] > 0 and sim["p2.head"] == second.z > 0  # before the line: it rises freely
    sim = Simulation(model, pantographs=["force", Plunger()], record=False)
    assert sim.variables["p1.force"].settable and not sim.variables["p2.force"].settable
    sim["p1.force"] = 90
    sim.start()
    sim.run_to(0.1)
    assert sim["p1.force"] == 90
    with pytest.raises(catenaria.ArgumentError, match="options of 1 pantographs, expected 2"):
        Simulation(model, pantographs=[Plunger()])


@pytest.mark.parametrize("names", [("z", "v", "z"), ("z",), ()])
def test_the_names_of_a_state_stay(model, names):
    p = Plunger()
    p.state = ("z", "v")
    sim = model.simulation(pantographs=p)
    sim.start()
    state = sim.save()
    p.state = names
    with pytest.raises(catenaria.StateError, match="as when the simulation was made"):
        sim.save()
    with pytest.raises(catenaria.StateError, match="as when the simulation was made"):
        sim.restore(state)


def test_close_in_a_callback(model):
    class Closing(Plunger):
        sim = None

        def set_static_force(self, force):
            if self.sim is not None:
                self.sim.close()
                gc.collect()

    p = Closing()
    sim = model.simulation(pantographs=p)
    sim.start()
    p.sim = sim
    sim.set("p1.static_force", 90.0)
    assert sim.closed
    with pytest.raises(catenaria.StateError):
        sim.step()


def test_close_while_another_thread_reads(model):
    for _ in range(5):
        sim = model.simulation()
        sim.start()

        def read():
            with pytest.raises(catenaria.StateError):
                while True:
                    sim.get("p1.force")

        thread = threading.Thread(target=read)
        thread.start()
        time.sleep(0.002)
        sim.close()
        thread.join()
        assert not sim._context._waiting
