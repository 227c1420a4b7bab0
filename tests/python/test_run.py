"""Whole runs: cases from everywhere, overrides, results as arrays, files, errors with their places."""
import gc
import json
import os
import pickle
import signal
import subprocess
import time

import numpy as np
import pytest

import catenaria


def test_warnings_of_the_input_are_results(tiny):
    results = catenaria.run(tiny, {"pantograph[0].static_force": 600})
    assert any("static_force" in warning and "usual" in warning for warning in results.warnings)


def test_results_are_those_of_the_program(tiny, tmp_path):
    results = catenaria.run(tiny)
    program = os.path.join(os.environ["PYTHONPATH"], "..", "catenaria")
    subprocess.run([program, "run", tiny, "-o", tmp_path, "--quiet"], check=True)
    with open(tmp_path / "summary.json", encoding="utf-8") as file:
        expected = json.load(file)
    ours = dict(results.summary)
    for summary in (ours, expected):
        summary.pop("timing")
        summary.pop("case")
        summary.pop("commit")  # that of the moment when each was linked
    assert ours == expected
    assert results.status == "ok" and results.message == ""


def test_channels_have_units_and_outlive_their_results(tiny):
    results = catenaria.run(tiny)
    force = results["p1.force"]
    assert force.unit == "N" and force.name == "p1.force" and force.label == "p1.force [N]"
    assert force.doc == "contact force"
    assert force.dtype == float and not force.flags.writeable and not force.flags.owndata
    assert force[10:20].unit == "N"
    assert type(2 * force) is np.ndarray and isinstance(force.max(), float)
    with pytest.raises(ValueError):
        force[0] = 1
    kept = force.copy()
    del results
    gc.collect()
    catenaria.run(tiny)  # would reuse the memory
    assert np.array_equal(force, kept)
    again = pickle.loads(pickle.dumps(force))
    assert again.unit == "N" and np.array_equal(again, kept)


def test_tables_and_names(tiny):
    results = catenaria.run(tiny)
    assert list(results)[:3] == ["t", "p1.x", "p1.force"]
    assert np.array_equal(results["droppers/x"], results.tables["droppers"]["x"])
    assert len(results["droppers/x"]) == 16 == results.tables["droppers"].rows
    assert len(results) == len(list(results))
    for name in results:
        assert results[name].shape == (results[name].size,)
    with pytest.raises(KeyError, match="did you mean 'p1.force'"):
        results["p1.forces"]
    with pytest.raises(catenaria.UnknownName, match="channel of the table droppers"):
        results["droppers/y"]


def test_values_and_verdicts(tiny):
    results = catenaria.run(tiny)
    window = (results["p1.x"] >= 55) & (results["p1.x"] <= 150)
    assert results.value("mean") == pytest.approx(results["p1.force_20Hz"][window].mean(), rel=1e-3)
    assert results.value("maximum at supports in the window", "Uplift") > 0
    assert {v.label: v.value for v in results.scalars}["static force"] == 150
    with pytest.raises(catenaria.UnknownName, match="did you mean 'mean'"):
        results.value("meam")
    with pytest.raises(catenaria.UnknownName, match="'mean' in a group .*'Uplift'; it is in 'Contact force"):
        results.value("mean", "Uplift")
    assert results.value("0 to 5 Hz") > 0
    assert not [v.label for v in results.scalars if v.label != v.label.strip()]
    assert len(results.verdicts) >= 3
    lost = results.value("contact lost") > 0  # then the smallest force is zero, and fails
    for verdict in results.verdicts:
        inside = not (verdict.value < verdict.low) and not (verdict.value > verdict.high)
        inside = inside and not (lost and verdict.quantity == "smallest force")
        assert verdict.passed == inside and verdict.u_num == 0
    assert results.passed == all(v.passed for v in results.verdicts)
    assert "standard deviation" in str(results)


def test_overrides(tiny):
    by_key = catenaria.run(tiny, {"run.speed": "216 km/h", "pantograph[0].static_force": "120 N"})
    by_word = catenaria.run(tiny, run__speed=60, pantograph__0__static_force=np.float64(120))
    assert np.array_equal(by_key["p1.force"], by_word["p1.force"])
    assert by_key.value("static force") == 120
    case = catenaria.Case(tiny, run__speed=60)
    assert np.array_equal(catenaria.run(case, pantograph__0__static_force=120)["p1.force"],
                          by_key["p1.force"])
    listed = catenaria.Case(tiny, {"run.speed": [{"at": "0 s", "speed": "60 m/s"},
                                                 {"at": "5 s", "speed": 70}]})
    assert "70" in listed.resolved()


def test_sources(tiny, tmp_path, monkeypatch):
    with open(tiny, encoding="utf-8") as file:
        text = file.read()
    force = catenaria.run(tiny)["p1.force"]
    assert np.array_equal(catenaria.run(text)["p1.force"], force)
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    assert np.array_equal(catenaria.run(tmp_path / "mine.yaml")["p1.force"], force)
    assert np.array_equal(catenaria.run({"use": "a"}, parts={"a": text})["p1.force"], force)
    with pytest.raises(catenaria.InputError, match="a text finds its parts and the library alone"):
        catenaria.Case({"use": str(tmp_path / "mine.yaml")})  # which is there
    case = catenaria.Case("ac-simple/320")
    assert case.kind == "train" and case.title and "tension" in case.resolved()
    assert "ac-simple/320" in catenaria.cases() and len(catenaria.cases()) > 20
    monkeypatch.chdir(tmp_path)
    assert catenaria.Case({"use": "ac-simple/320", "run": {"speed": "200 km/h"}}).kind == "train"
    assert catenaria.Case("mine.yaml").title == "Tiny"


def test_other_kinds(tiny):
    rest = catenaria.Case(tiny).rest()
    assert rest.status == "ok" and rest.tables
    assert len(catenaria.Case(tiny).modes().tables) >= 1
    with pytest.raises(catenaria.ArgumentError):
        catenaria.Case("pdae/arnold-simeon-32").rest()


def test_files(tiny, tmp_path):
    results = catenaria.run(tiny)
    results.write(tmp_path / "out", csv=True)
    names = {"summary.json", "results.h5", "report.html", "channels.csv"}
    assert names <= set(os.listdir(tmp_path / "out"))
    assert (tmp_path / "out/channels.csv").read_text() == results.csv()
    assert results.hdf5()[512:].startswith(b"") and b"\x89HDF" in results.hdf5()
    assert "<html" in results.report()
    with pytest.raises(catenaria.FileError):
        results.write("/dev/null/nowhere")


def test_errors_have_places(tiny, tmp_path):
    with pytest.raises(catenaria.InputError) as caught:
        catenaria.Case(tiny, {"run.sped": "3 m/s"})
    assert caught.value.file == "--set" and "speed" in caught.value.message
    (tmp_path / "bad.yaml").write_text("kind: train\ntitle: x\nrun:\n  speed: 3 apples\n")
    with pytest.raises(ValueError) as caught:
        catenaria.run(tmp_path / "bad.yaml")
    where = [p for p in caught.value.problems if p.key == "run.speed"][0]
    assert (os.path.basename(where.file), where.line, where.column) == ("bad.yaml", 4, 10)
    assert f"{where.file}:4:10: run.speed: " in str(caught.value)
    revived = pickle.loads(pickle.dumps(caught.value))
    assert type(revived) is catenaria.InputError and revived.line == caught.value.line
    with pytest.raises(catenaria.Error):
        catenaria.run("no-such-case")
    with pytest.raises(catenaria.ArgumentError):
        catenaria.run("no\0case")


def test_progress_and_its_exceptions(tiny):
    seen = []
    catenaria.run(tiny, progress=lambda fraction, time: seen.append((fraction, time)))
    assert len(seen) > 20 and seen[-1][0] == 1 and seen[-1][1] == pytest.approx(2.281)

    def fails(fraction, time):
        if time > 0.5:
            raise LookupError("enough")
    with pytest.raises(LookupError, match="enough"):
        catenaria.run(tiny, progress=fails)


class Alarm(Exception):
    pass


def test_signals_end_a_long_run(tiny):
    """As Ctrl-C does: the handler raises while C computes."""
    def handler(number, frame):
        raise Alarm
    before = signal.signal(signal.SIGALRM, handler)
    try:
        case = catenaria.Case(tiny, time__step=2e-6)
        begin = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(Alarm):
            case.run()
        assert 0.3 <= time.monotonic() - begin < 5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_interrupt_from_the_keyboard(tiny):
    script = ("import catenaria, sys\n"
              f"case = catenaria.Case({tiny!r}, time__step=2e-6)\n"
              "print('go', flush=True)\n"
              "try:\n    case.run()\n"
              "except KeyboardInterrupt:\n    print('interrupted')\n")
    process = subprocess.Popen(["env", os.environ["PYTHON"], "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "go\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[0] == "interrupted\n"
    assert process.returncode == 0


def test_a_missing_file_is_named():
    with pytest.raises(catenaria.InputError, match="^no-such-case"):
        catenaria.run("no-such-case")


def test_unusual_values_are_told(tiny):
    results = catenaria.run(tiny, contact__stiffness=50, run__to=100, measure__to=90)
    assert any("contact.stiffness" in w for w in results.warnings)
    results = catenaria.Case(tiny, pantograph__0__masses__0__mass=8000)
    assert any("mass" in w for w in results.warnings)
    results = catenaria.Case(tiny, pantograph__0__masses__0__stiffness=6e6)
    assert any("stiffness" in w for w in results.warnings)
