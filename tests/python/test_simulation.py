"""Step by step: the bits of a whole run, variables, arrays without copies, states, threads, life."""
import gc
import math
import signal
import threading
import weakref

import numpy as np
import pytest

import catenaria
from catenaria import Model, Simulation, _native


def forces(results):
    return results["p1.force"].tobytes()


def test_the_mode_that_was_asked_for(monkeypatch):
    import os
    assert _native.compiled == ("CATENARIA_LIBRARY" not in os.environ)


def test_steps_give_the_bits_of_a_run(tiny, model):
    whole = catenaria.run(tiny)
    with Simulation(model) as sim:
        sim.start()
        steps = 0
        while not sim.finished:
            sim.step()
            steps += 1
        assert sim.time == pytest.approx(steps * model.step)
        with pytest.raises(catenaria.StateError, match="at its end"):
            sim.step()
        results = sim.finish()
    assert forces(results) == forces(whole)
    assert forces(model.simulation().run()) == forces(whole)
    assert results.summary["status"] == "ok"


def test_model(tiny, model):
    assert model.step == 1e-3 and model.pantographs == 1 and model.unknowns > 100
    assert len(model.hash) == 64 and Model(tiny).hash == model.hash
    assert Model(tiny, run__speed=70).hash != model.hash
    assert "Tiny" in repr(model)
    with pytest.raises(catenaria.ArgumentError, match="has no model"):
        Model("pdae/arnold-simeon-32")


def test_out_of_order(model):
    sim = Simulation(model)
    assert math.isnan(sim.time) and not sim.finished
    for call in (sim.step, sim.run_to, sim.finish, sim.save, lambda: sim["p1.force"],
                 lambda: sim["line.u"]):
        with pytest.raises(catenaria.StateError):
            call()
    sim.start()
    with pytest.raises(catenaria.ArgumentError):
        sim.run_to(math.nan)
    sim.run_to(0.1)
    assert sim.finish().status == "interrupted"
    sim.close()
    sim.close()
    for call in (sim.start, sim.step, sim.run_to, sim.finish, sim.save, lambda: sim["p1.force"],
                 lambda: sim["line.u"], lambda: sim.set("speed", 3), lambda: sim.restore(b"")):
        with pytest.raises(catenaria.StateError, match="closed"):
            call()
    assert "closed" in repr(sim)
    unrecorded = Simulation(model, record=False)
    unrecorded.start()
    unrecorded.run_to(0.1)
    with pytest.raises(catenaria.StateError, match="nothing was recorded"):
        unrecorded.finish()


def test_variables(model):
    sim = Simulation(model)
    v = sim.variables["p1.static_force"]
    assert v.unit == "N" and v.settable and v.doc and v.count == 1 and not v.is_array
    assert sim.variables["line.u"].is_array and sim.variables["line.u"].count == model.unknowns
    assert not sim.variables["p1.height"].settable
    assert sim["p1.static_force"] == 150
    sim["p1.static_force"] = 100
    sim["speed"] = np.float64(40)
    sim.start()
    sim.run_to(0.5)
    assert sim["p1.static_force"] == 100 and sim["p1.x"] == pytest.approx(30)
    with pytest.raises(KeyError, match="did you mean p1.force"):
        sim["p1.forces"]
    with pytest.raises(KeyError):
        sim["p1.forces"] = 3
    for name, value in (("p1.height", 3), ("speed", 1e4), ("speed", math.nan), ("line.u", 1)):
        with pytest.raises(catenaria.ArgumentError):
            sim[name] = value
    with pytest.raises(TypeError):
        sim["speed"] = "fast"
    with pytest.raises(catenaria.ArgumentError):
        sim.get("line.u")
    with pytest.raises(catenaria.ArgumentError):
        sim.array("speed")
    sim.step()  # nothing of that did any harm


def test_arrays_are_not_copied(model):
    sim = Simulation(model)
    sim.start()
    sim.run_to(0.5)
    u = sim["line.u"]
    assert u.shape == (model.unknowns,) and not u.flags.owndata and not u.flags.writeable
    address = u.__array_interface__["data"][0]
    before = u.copy()
    sim.step()
    again = sim["line.u"]
    assert again is u and again.__array_interface__["data"][0] == address
    assert not np.array_equal(before, again)
    up = sim["line.u"][sim["line.axis"] == 2]
    assert sim["wire.uplift"].max() == pytest.approx(up.max())
    assert sim["wire.uplift"].unit == "m" and len(sim["dropper.force"]) == 16
    # the array keeps its memory
    kept = u.copy()
    sim.close()
    del sim, again
    gc.collect()
    Simulation(model).run()
    assert np.array_equal(u, kept)


def test_states(tiny, model):
    a, b = Simulation(model), Simulation(Model(tiny))
    a.start()
    a.run_to(0.5)
    a["p1.static_force"] = 170
    state = a.save()
    assert isinstance(state, bytes)
    a.run_to(1)
    b.restore(state)
    assert b.time == pytest.approx(0.5)
    b.run_to(1)
    assert a["p1.force"] == b["p1.force"] and np.array_equal(a["line.u"], b["line.u"])
    a.restore(memoryview(bytearray(state)))
    assert a.time == pytest.approx(0.5)
    for wrong in (b"", b"abc", state[:-1], bytes([state[0] ^ 1]) + state[1:]):
        with pytest.raises(catenaria.ArgumentError):
            a.restore(wrong)
    with pytest.raises(catenaria.ArgumentError, match="another model"):
        Simulation(tiny_with_speed(tiny)).restore(state)


def tiny_with_speed(tiny):
    return Model(tiny, run__speed=81)


def test_from_outside(model):
    sim = Simulation(model, pantographs="force")
    sim.start()
    low = sim["p1.height"]
    sim["p1.force"] = 400
    sim.run_to(0.05)
    assert sim["p1.force"] == 400 and sim["p1.height"] > low + 0.01
    held = Simulation(model, pantographs=["height"])
    held.start()
    held["p1.head"] = held["p1.height"] + 0.05
    held.run_to(0.2)
    assert held["p1.force"] > 0
    with pytest.raises(catenaria.ArgumentError, match="expected 1"):
        Simulation(model, pantographs=["force", "force"])
    with pytest.raises(catenaria.ArgumentError, match="sideways"):
        Simulation(model, pantographs="sideways")


# ------------------------------------------------------------------------------ callbacks


def test_on_step(model):
    times = []

    def watch(sim):
        times.append(sim["t"])
        return len(times) == 70
    sim = Simulation(model, on_step=watch)
    sim.start()
    assert sim.run_to(0.1) is False
    assert len(times) == 70 and times[-1] == pytest.approx(0.07)
    assert sim.run_to(0.1) is True
    assert len(times) == 100


def test_exceptions_of_callbacks(model):
    def fails(sim):
        if sim.time > 0.05:
            raise LookupError("here")
    sim = Simulation(model, on_step=fails)
    sim.start()
    with pytest.raises(LookupError, match="here"):
        sim.run_to()
    sim._on_step = lambda sim: None
    assert sim.run_to(0.2)

    def moves(sim):
        sim.step()
    sim = Simulation(model, on_step=moves)
    sim.start()
    with pytest.raises(catenaria.StateError, match="callback may not move"):
        sim.run_to()
    closes = Simulation(model, on_step=lambda sim: sim.close())
    closes.start()
    with pytest.raises(catenaria.StateError, match="closed"):
        closes.run_to()
        closes.step()


def test_a_controller(model):
    """Like examples/controller.c: nearer to the mean that is wanted."""
    means = []
    for gain in (0, 2):
        sim = Simulation(model)
        push = sim["p1.static_force"]
        sim.start()
        smooth = sim["p1.force"]
        for t in sim.every(0.01):
            smooth += 0.1 * (sim["p1.force"] - smooth)
            push += 0.01 * gain * (120 - smooth)
            sim["p1.static_force"] = push
        assert sim.finished and t == sim.time
        means.append(sim.finish().value("mean"))
    assert abs(means[1] - 120) < abs(means[0] - 120) / 2
    sim.start()
    assert [round(t, 9) for t in sim.every(0.01, until=0.025)] == [0.01, 0.02, 0.025]


# ------------------------------------------------------------------------------ threads, signals, life


def test_threads_share_a_model(model):
    expected = forces(Simulation(model).run())
    found = []

    def work():
        for _ in range(3):
            found.append(forces(Simulation(model).run()) == expected)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 12


def test_python_runs_while_c_steps(tiny):
    sim = Simulation(Model(tiny, time__step=1e-4), record=False)
    sim.start()
    counts, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counts[0] += 1
    thread = threading.Thread(target=count)
    thread.start()
    sim.run_to(0.2)
    before = counts[0]
    sim.run_to(1.5)
    during = counts[0] - before
    done.set()
    thread.join()
    assert during > 1000


def test_a_second_thread_is_refused(model):
    inside, go_on, seen = threading.Event(), threading.Event(), []

    def wait(sim):
        inside.set()
        go_on.wait(10)
        return True
    sim = Simulation(model, on_step=wait)
    sim.start()
    earlier = sim.finish()
    sim.start()
    thread = threading.Thread(target=sim.run_to)
    thread.start()
    assert inside.wait(10)
    for call in (sim.step, sim.run_to, sim.start, sim.save, lambda: sim["p1.force"],
                 lambda: sim.set("speed", 50), lambda: sim["line.u"]):
        with pytest.raises(catenaria.StateError, match="another thread"):
            call()
        seen.append(call)
    del earlier  # its memory is the context's, which is in use: it is freed later
    gc.collect()
    go_on.set()
    thread.join()
    assert len(seen) == 7 and sim._context._waiting == []
    sim.run_to(0.2)


def test_a_signal_ends_run_to(tiny):
    class Alarm(Exception):
        pass

    def handler(number, frame):
        raise Alarm
    sim = Simulation(Model(tiny, time__step=5e-6), record=False)
    sim.start()
    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            sim.run_to()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    reached = sim.time
    sim.run_to(reached + 1e-4)  # it may go on
    assert sim.time > reached


def test_stop_from_another_thread(tiny):
    sim = Simulation(Model(tiny, time__step=5e-6), record=False)
    sim.start()
    timer = threading.Timer(0.2, sim.stop)
    timer.start()
    assert sim.run_to() is False and not sim.finished
    timer.join()
    assert sim.run_to(sim.time + 1e-4) is True


def test_any_order_of_going(tiny):
    def parts():
        case = catenaria.Case(tiny)
        model = Model(case)
        sim = Simulation(model, on_step=lambda s: False)
        sim.start()
        sim.run_to(0.01)
        uplift = sim["wire.uplift"]
        results = sim.finish()
        return [case, model, sim, uplift, results, results["p1.force"]]
    for order in ((0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0), (2, 0, 4, 1, 5, 3), (1, 3, 5, 0, 2, 4)):
        held = parts()
        for i in order:
            held[i] = None
            gc.collect()
            assert all(np.isfinite(x).all() for x in held if isinstance(x, np.ndarray))


def test_cycles_of_references_go(model):
    class Owner:
        def __init__(self):
            self.sim = Simulation(model, on_step=self.watch)

        def watch(self, sim):
            return sim is not self.sim
    owner = Owner()
    owner.sim.start()
    assert owner.sim.run_to(0.01)
    gone, handle = weakref.ref(owner), weakref.ref(owner.sim._handle)
    del owner
    gc.collect()
    assert gone() is None and handle() is None


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def test_nothing_is_left_behind(model):
    def cycle():
        sim = Simulation(model, record=False)
        sim.start()
        sim.step()
        sim["line.u"].sum()
    for _ in range(50):
        cycle()
    before = resident()
    for _ in range(300):
        cycle()
    assert resident() - before < 4e6  # one simulation has some hundred kilobytes


def test_values_that_cannot_be(model):
    sim = Simulation(model)
    for interval in (0, -1, math.nan):
        with pytest.raises(catenaria.ArgumentError, match="interval"):
            sim.every(interval)
    with pytest.raises(catenaria.ArgumentError, match="on_step"):
        Simulation(model, on_step=5)
    with pytest.raises(catenaria.ArgumentError, match="was 180 km/h meant"):
        sim["speed"] = 180
    with pytest.raises(catenaria.ArgumentError, match='pantographs="force"'):
        sim["p1.force"] = 100
    pushed = Simulation(model, pantographs="force")
    with pytest.raises(catenaria.ArgumentError, match="expected 0 to"):
        pushed["p1.force"] = -100
    assert 0.999e-3 < next(iter(_started(sim).every(1e-9))) < 1.001e-3


def _started(sim):
    sim.start()
    return sim


def test_steps_by_hand_do_not_call_on_step(model):
    calls = []
    sim = Simulation(model, on_step=lambda s: calls.append(s.time))
    sim.start()
    sim.step()
    assert not calls
    sim.run_to(0.003)
    assert len(calls) == 2


@pytest.mark.parametrize("kmh", [199, 200, 201])
def test_no_verdict_vanishes_between_two_ranges(model, kmh):
    sim = Simulation(model)
    sim["speed"] = kmh / 3.6
    results = sim.run()
    assert [v.quantity for v in results.verdicts] == [
        "mean force", "standard deviation / mean", "largest force", "smallest force"]
    limits = {v.quantity: v for v in results.verdicts}
    assert limits["largest force"].high == (300 if kmh <= 200 else 350)
    assert math.isnan(limits["largest force"].low)
    ratio = limits["standard deviation / mean"]
    margin = next(v["margin"] for v in results.summary["verdicts"] if v["quantity"] == ratio.quantity)
    assert margin == pytest.approx(0.3 - ratio.value) and math.isnan(ratio.low)


def test_nothing_judged_is_not_passed(model):
    sim = Simulation(model)
    sim.start()
    sim.run_to(0.1)
    assert sim.finish().passed is None


def test_pickles_are_refused_with_a_reason(model):
    import pickle
    sim = Simulation(model)
    for what, words in ((model, "threads"), (sim, "save"), (sim.run(), "summary")):
        with pytest.raises(TypeError, match=words):
            pickle.dumps(what)


def test_results_say_what_was_set(model):
    plain = Simulation(model).run()
    assert "set_by_program" not in plain.summary
    sim = Simulation(model)
    sim["speed"], sim["p1.static_force"] = 70, 140
    results = sim.run()
    told = results.summary["set_by_program"]
    assert told == "speed = 70 m/s, p1.static_force = 140 N"
    assert results.summary["input_hash"] != plain.summary["input_hash"]
    assert told in results.report()
    sim.start()
    sim.run_to(0.1)
    sim["p1.static_force"] = 130
    assert "p1.static_force = 130 N at last, set on the way" in sim.finish().summary["set_by_program"]
    outside = Simulation(model, pantographs="force")
    outside.start()
    outside.run_to(0.1)
    assert outside.finish().summary["set_by_program"] == "p1 = its contact force from outside"


def test_results_are_written_with_their_own_case(tiny, model, tmp_path):
    results = Simulation(model).run()
    results._case = catenaria.Case(tiny, run__speed=70)._handle
    with pytest.raises(catenaria.ArgumentError, match="of another case"):
        results.write(tmp_path / "other")
    assert not (tmp_path / "other").exists()
