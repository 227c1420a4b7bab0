#!/usr/bin/env python3
"""A pantograph under a simple overhead line, in two dimensions: an independent implementation.

What it is.  Contact wire and messenger are straight wires under constant tension that move vertically
only: Euler-Bernoulli beams with cubic Hermite elements, or strings with linear ones.  The unknowns are
deviations from rest.  Everything that couples the wires to each other and to the pantograph is a port:
a column b with the deformation e = b'u and a force law,

    dropper          T = max(0, T0 + k e + c e')       T0 holds the contact wire level at the droppers
    contact          f = max(0, kc (z_head - z_rest(x) - s(x)'u))          s: shape functions at x = v t
    tension          h = EA/L e, e = integral of z'' u over a length L of messenger held at its ends

and each time step solves for all port forces at once: the wires without ports are factored once, the
ports meet in a dense system of a hundred unknowns, and the set of taut droppers and closed contact is
iterated until law and solution agree.  Time: HHT (alpha = 0 is the trapezoidal rule) for wires,
ports and pantograph alike.

Sources.  The equations are those of tensioned beams and lumped masses; data of the reference model of
EN 50318:2002 as quoted by public sources; results to compare with, and their ranges: M. Tur et al.,
PACDIN, Statement of Methods (2013), Table 2.  T. Hughes, The Finite Element Method (1987), for HHT.

    line_oracle.py                         the reference model at 250 and 300 km/h
    line_oracle.py kind=string start=0     any of the settings below, overridden
"""
import ast
import sys
from types import SimpleNamespace

import numpy as np
from scipy import signal
from scipy.linalg import cho_solve_banded, cholesky_banded

SETTINGS = dict(
    kind="beam",                # beam or string
    spans=10, span=60.0, droppers=(5, 10.5, 17, 23.5, 30, 36.5, 43, 49.5, 55),
    contact_wire=(1.35, 20e3, 195.0), messenger=(1.07, 16e3, 131.7),        # kg/m, N, N m2
    messenger_EA=0.0, held="ends",         # EA 0: constant tension; held along the track at: ends, supports
    dropper_k=1e5, dropper_damped=True,    # damped: Rayleigh's beta acts on taut droppers too
    unilateral=True,
    level_at_supports=True, sag=True,      # level: by a constant lift; sag False: straight between droppers
    arm_k=0.0, arm_m=0.0, clamp_c=0.0, clamp_m=0.0, clamped_ends=False,
    g=9.81, alpha=0.0125, beta=1e-4,       # Rayleigh
    masses=(7.2, 15.0), k=(4200.0, 50.0), c=(10.0, 90.0), force=123.06, zp=0.0,  # head first; 123.06 N at
    # the frame: 120 N at the head when standing under a support, with the lower spring unstressed at height zp
    kc=50e3, speed=250.0, start=0.0, stop=480.0, initial="static",          # static, sudden, ramp
    ramp=60.0,                             # length over which the force grows, with initial=ramp
    per_bay=10, dt=1e-3, hht=-0.05,
    window=(240.0, 360.0), cutoff=20.0, filter="once4", taps=(240.0, 300.0, 360.0))

RANGES = {  # PACDIN's values and the ranges of the standard: Table 2
    250: dict(mean=(119.6, 110, 120), std=(28.5, 26, 31), smax=(205.1, 190, 210), smin=(34.1, 20, 40),
              max=(178.3, 175, 210), min=(56.4, 50, 75), uplift=((52.0, 49.0, 48.6), 48, 55), loss=(0, 0, 0)),
    300: dict(mean=(118.8, 110, 120), std=(34.0, 32, 40), smax=(220.9, 210, 230), smin=(16.7, -5, 20),
              max=(208.6, 190, 225), min=(49.0, 30, 55), uplift=((57.5, 63.0, 58.9), 55, 65), loss=(0, 0, 0))}


def hermite(xi, h):
    return np.array([1 - 3 * xi**2 + 2 * xi**3, h * (xi - 2 * xi**2 + xi**3),
                     3 * xi**2 - 2 * xi**3, h * (xi**3 - xi**2)])


def element(kind, h, m, T, EI):
    """Mass, stiffness and uniform unit load of one element."""
    if kind == "string":
        return m * h / 6 * np.array([[2, 1], [1, 2]]), T / h * np.array([[1, -1], [-1, 1]]), np.full(2, h / 2)
    p, w = np.polynomial.legendre.leggauss(4)
    M, K, q = np.zeros((4, 4)), np.zeros((4, 4)), np.zeros(4)
    for xi, wi in zip((p + 1) / 2, w / 2 * h):
        N = hermite(xi, h)
        d = np.array([-6 * xi + 6 * xi**2, h * (1 - 4 * xi + 3 * xi**2),
                      6 * xi - 6 * xi**2, h * (3 * xi**2 - 2 * xi)]) / h
        dd = np.array([-6 + 12 * xi, h * (-4 + 6 * xi), 6 - 12 * xi, h * (6 * xi - 2)]) / h**2
        M += wi * m * np.outer(N, N)
        K += wi * (T * np.outer(d, d) + EI * np.outer(dd, dd))
        q += wi * N
    return M, K, q


class Line:
    """Wires as banded matrices (lower form), ports as columns, and the state at rest."""

    def __init__(self, s):
        self.s, self.p = s, 1 if s.kind == "string" else 2          # unknowns per node and wire
        at = sorted({i * s.span + d for i in range(s.spans) for d in (0, *s.droppers)} | {s.spans * s.span})
        self.x = np.concatenate([np.linspace(a, b, s.per_bay, endpoint=False) for a, b in zip(at, at[1:])] + [[at[-1]]])
        self.n, self.width = 2 * self.p * len(self.x), 4 * self.p
        self.M, self.K = np.zeros((self.width, self.n)), np.zeros((self.width, self.n))
        self.q = np.zeros((2, self.n))                              # unit load on each wire
        for wire, (m, T, EI) in enumerate((s.contact_wire, s.messenger)):
            for e, h in enumerate(np.diff(self.x)):
                M, K, q = element(s.kind, h, m, T, EI)
                dof = [2 * self.p * (e + i) + self.p * wire + j for i in (0, 1) for j in range(self.p)]
                for i, a in enumerate(dof):
                    self.q[wire, a] += q[i]
                    for j, b in enumerate(dof[: i + 1]):
                        self.M[a - b, b] += M[i, j]
                        self.K[a - b, b] += K[i, j]
        node = {round(x, 6): i for i, x in enumerate(self.x)}
        self.dof = lambda x, wire: 2 * self.p * node[round(x, 6)] + self.p * wire
        masts = [i * s.span for i in range(s.spans + 1)]
        self.hung = [i * s.span + d for i in range(s.spans) for d in s.droppers]
        for x in self.hung:
            self.M[0, self.dof(x, 0)] += s.clamp_c
            self.M[0, self.dof(x, 1)] += s.clamp_m
        for x in masts[1:-1]:
            self.M[0, self.dof(x, 0)] += s.arm_m
            self.K[0, self.dof(x, 0)] += s.arm_k
        fixed = [self.dof(x, 1) for x in masts] + [self.dof(x, 0) for x in (masts[0], masts[-1])]
        if s.clamped_ends and self.p == 2:
            fixed += [d + 1 for d in fixed[-2:]]
        bare = self.K.copy()
        self.fix(self.K, fixed, 1.0)
        self.fix(self.M, fixed, 0.0)
        self.free = np.ones(self.n)
        self.free[fixed] = 0
        self.rest(bare, fixed, masts)

    def fix(self, A, dofs, diagonal):
        for d in dofs:
            A[:, d] = 0
            for i in range(1, min(self.width, d + 1)):
                A[i, d - i] = 0
            A[0, d] = diagonal

    def times(self, A, u):
        y = A[0] * u
        for i in range(1, self.width):
            y[i:] += A[i, :-i] * u[:-i]
            y[:-i] += A[i, :-i] * u[i:]
        return y

    def rest(self, bare, fixed, masts):
        """Contact wire level at the droppers; the reactions are the droppers' forces; messenger under them."""
        s = self.s
        K = bare.copy()
        held = [self.dof(x, 0) for x in self.hung + (masts if s.level_at_supports else [masts[0], masts[-1]])]
        self.fix(K, held + [d for d in fixed if d not in held], 1.0)
        load = -s.g * (s.contact_wire[0] * self.q[0] + s.messenger[0] * self.q[1])
        for x in self.hung:
            load[self.dof(x, 0)] -= s.g * s.clamp_c
            load[self.dof(x, 1)] -= s.g * s.clamp_m
        free = load.copy()
        free[held + fixed] = 0
        z = cho_solve_banded((cholesky_banded(K, lower=True), True), free)
        lower = self.times(bare, z) - load
        self.T0 = np.array([lower[self.dof(x, 0)] for x in self.hung])
        pull = load.copy()
        for x, T in zip(self.hung, self.T0):
            pull[self.dof(x, 1)] -= T
        hang = cho_solve_banded((cholesky_banded(self.K, lower=True), True), pull * self.free)
        wire = np.arange(self.n) // self.p % 2
        self.z = np.where(wire == 0, z if s.sag else 0.0, hang)
        B, stiff = [], []
        for x in self.hung:
            b = np.zeros(self.n)
            b[self.dof(x, 1)], b[self.dof(x, 0)] = 1, -1
            B.append(b * self.free)
            stiff.append(s.dropper_k)
        if s.messenger_EA > 0:      # added tension h per held length: h = EA/L int z' u' = EA/(L T) u'K_m z
            ends = masts if s.held == "supports" else [masts[0], masts[-1]]
            curve = self.times(self.K, np.where(wire == 1, self.z, 0.0)) / s.messenger[1] * self.free
            place = np.repeat(self.x, 2 * self.p)
            for a, b in zip(ends, ends[1:]):
                B.append(np.where((place > a) & (place < b), curve, 0.0))
                stiff.append(s.messenger_EA / (b - a))
        self.B, self.k = np.array(B).T, np.array(stiff)
        self.c = self.k * (s.beta if s.dropper_damped else 0)
        self.T0 = np.append(self.T0, np.full(len(stiff) - len(self.T0), 1e12))
        if not s.unilateral:
            self.T0[:] = 1e12

    def shape(self, x):
        """Shape functions of the contact wire at x: index of the first unknown, indices, values."""
        e = min(max(np.searchsorted(self.x, x, side="right") - 1, 0), len(self.x) - 2)
        h = self.x[e + 1] - self.x[e]
        xi = (x - self.x[e]) / h
        N = hermite(xi, h) if self.p == 2 else np.array([1 - xi, xi])
        dof = np.array([2 * self.p * (e + i) + j for i in (0, 1) for j in range(self.p)])
        return dof, N * self.free[dof], float(N @ self.z[dof])


class Ports:
    """Port forces (deviations from T0; contact last) from the ports' free motion and their compliance."""

    def __init__(self, line, kc):
        self.line, self.kc = line, kc
        self.taut = np.ones(len(line.k) + 1, bool)

    def solve(self, e, de, Ge, Gd):
        """e, de: deformation and its rate without port forces; Ge, Gd: what unit port forces take away."""
        k, c, T0 = np.append(self.line.k, self.kc), np.append(self.line.c, 0.0), np.append(self.line.T0, 0.0)
        R = k[:, None] * Ge + c[:, None] * Gd
        r = k * e + c * de
        for _ in range(100):
            on = self.taut
            A = np.eye(len(k)) + np.where(on[:, None], R, 0.0)
            y = np.linalg.solve(A, np.where(on, r, -T0))
            law = r - R @ y + T0                                    # what the law says, were it bilateral
            taut = law > 0
            if np.array_equal(taut, on):
                return y
            self.taut = taut
        raise RuntimeError("the set of taut droppers does not settle")


def simulate(**settings):
    s = SimpleNamespace(**{**SETTINGS, **settings})
    line, v = Line(s), s.speed / 3.6
    al, be, ga, dt = s.hht, (1 - s.hht) ** 2 / 4, (1 - 2 * s.hht) / 2, s.dt
    wd, wv = (1 + al) * be * dt * dt, (1 + al) * ga * dt            # per unit of acceleration
    M, K, B, nB = line.M, line.K, line.B, line.B.shape[1]
    C = s.alpha * M + s.beta * K
    A = M + wv * C + wd * K
    fixed = line.free == 0
    A[0, fixed] = 1.0
    A = (cholesky_banded(A, lower=True), True)
    H = cho_solve_banded(A, B)
    G = B.T @ H
    (m1, m2), (k1, k2), (c1, c2) = s.masses, s.k, s.c
    Mp, Kp = np.diag([m1, m2]), np.array([[k1, -k1], [-k1, k1 + k2]])
    Cp = np.array([[c1, -c1], [-c1, c1 + c2]])
    Ap = np.linalg.inv(Mp + wv * Cp + wd * Kp)
    grown = lambda x: min(1.0, (x - s.start) / s.ramp) if s.initial == "ramp" else 1.0
    push = lambda x: np.array([0.0, k2 * s.zp + s.force * grown(x)])

    u, du, a, ports = np.zeros(line.n), np.zeros(line.n), np.zeros(line.n), Ports(line, s.kc)
    dof, N, z0 = line.shape(s.start)
    y = np.zeros(nB + 1)
    if s.initial == "static":       # pantograph pressed against the line and nothing moving
        fac = (cholesky_banded(K, lower=True), True)
        S = np.column_stack([B, np.zeros(line.n)])
        S[dof, -1] = -N                                             # contact pushes up: e_c = z_head - z0 - N u
        W = cho_solve_banded(fac, S)
        head = np.linalg.inv(Kp)
        GG = S.T @ W
        GG[-1, -1] += head[0, 0]
        e = np.zeros(nB + 1)
        e[-1] = (head @ push(s.start))[0] - z0
        y = ports.solve(e, 0 * e, GG, 0 * GG)
        u = -W @ y
        zp = head @ (push(s.start) - [y[-1], 0])
    elif s.initial == "sudden":     # line at rest, pantograph already pressing
        zp = z0 + s.force / s.kc + np.array([0.0, s.force / k1])
        y[-1] = s.force
    else:
        zp = np.array([z0, z0])
    dzp, ap = np.zeros(2), np.linalg.solve(Mp, push(s.start) - [y[-1], 0] - Kp @ zp)

    steps = int(round((s.stop - s.start) / v / dt))
    out = np.zeros((steps + 1, 3 + len(s.taps) + 1))
    taps = [line.dof(x, 0) for x in s.taps]
    internal = lambda u, du: line.times(C, du) + line.times(K, u)
    Fl = -B @ y[:nB]
    Fl[dof] += N * y[-1]
    Fl -= internal(u, du)                                           # net force on the wires, without inertia
    Fp = push(s.start) - [y[-1], 0] - Cp @ dzp - Kp @ zp
    Fl *= line.free
    out[0] = s.start, y[-1], z0 + N @ u[dof], *u[taps], 0
    for n in range(1, steps + 1):
        x = s.start + v * n * dt
        up, vp = u + dt * du + dt * dt * (0.5 - be) * a, du + dt * (1 - ga) * a
        zpp, dzpp = zp + dt * dzp + dt * dt * (0.5 - be) * ap, dzp + dt * (1 - ga) * ap
        a = cho_solve_banded(A, (-(1 + al) * internal(up, vp) - al * Fl) * line.free)      # without port forces
        P = push(x)
        ap = Ap @ ((1 + al) * (P - Cp @ dzpp - Kp @ zpp) - al * Fp)
        dof, N, z0 = line.shape(x)
        rhs = np.zeros(line.n)
        rhs[dof] = N
        hs = cho_solve_banded(A, rhs)
        GG = np.empty((nB + 1, nB + 1))
        GG[:nB, :nB] = G
        GG[-1, :nB] = GG[:nB, -1] = -(B.T @ hs)
        GG[-1, -1] = N @ hs[dof] + Ap[0, 0]
        uf, vf, zf = up + be * dt * dt * a, vp + ga * dt * a, zpp + be * dt * dt * ap
        e = np.append(B.T @ uf, zf[0] - z0 - N @ uf[dof])
        de = np.append(B.T @ vf, 0.0)
        y = ports.solve(e, de, be * dt * dt * (1 + al) * GG, ga * dt * (1 + al) * GG)
        a += (1 + al) * (hs * y[-1] - H @ y[:nB])
        ap -= (1 + al) * Ap[:, 0] * y[-1]
        u, du = up + be * dt * dt * a, vp + ga * dt * a
        zp, dzp = zpp + be * dt * dt * ap, dzpp + ga * dt * ap
        Fl = -B @ y[:nB]
        Fl[dof] += N * y[-1]
        Fl = (Fl - internal(u, du)) * line.free
        Fp = P - [y[-1], 0] - Cp @ dzp - Kp @ zp
        out[n] = x, y[-1], z0 + N @ u[dof], *u[taps], np.sum(~ports.taut[:len(line.hung)])
    return out, s, line


def smooth(f, dt, cutoff, kind):
    """Readings of "20 Hz": onceN: Butterworth of order N forward and back; causal4; brick wall; none."""
    if kind == "none":
        return f
    if kind == "brick":
        F = np.fft.rfft(f)
        F[np.fft.rfftfreq(len(f), dt) > cutoff] = 0
        return np.fft.irfft(F, len(f))
    order = {"once4": 4, "once2": 2, "once3": 3, "once6": 6, "once1": 1, "causal4": 4}[kind]
    sos = signal.butter(order, cutoff * 2 * dt, output="sos")
    return signal.sosfilt(sos, f) if kind == "causal4" else signal.sosfiltfilt(sos, f)


def statistics(out, s):
    x, raw = out[:, 0], out[:, 1]
    f = smooth(raw, s.dt, s.cutoff, s.filter)
    w = (x >= s.window[0]) & (x <= s.window[1])
    m, d = f[w].mean(), f[w].std()
    return dict(mean=m, std=d, smax=m + 3 * d, smin=m - 3 * d, max=f[w].max(), min=f[w].min(),
                uplift=[1e3 * out[:, 3 + i].max() for i in range(len(s.taps))], loss=100 * (raw[w] <= 0).mean())


def misses(r, speed):
    """What lies outside the range of the standard."""
    R = RANGES[int(round(speed))]
    return [k for k, v in r.items() if not all(R[k][1] <= t <= R[k][2] for t in np.atleast_1d(v))]


def main(args):
    settings = {}
    for word in args:
        key, value = word.split("=", 1)
        try:
            settings[key] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            settings[key] = value
    for speed in [settings.pop("speed")] if "speed" in settings else (250, 300):
        out, s, _ = simulate(speed=speed, **settings)
        r = statistics(out, s)
        print(f"{speed} km/h")
        for k, t in r.items():
            R = RANGES[speed][k]
            print(f"  {k:7}{np.array2string(np.round(np.atleast_1d(t), 2)):24} PACDIN {R[0]}, range {R[1]} to {R[2]}"
                  + ("   OUTSIDE" if k in misses(r, speed) else ""))


if __name__ == "__main__":
    main(sys.argv[1:])
