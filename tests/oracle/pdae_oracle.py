#!/usr/bin/env python3
"""Second implementation of the pantograph-catenary PDAE benchmark of
M. Arnold and B. Simeon, "The simulation of pantograph and catenary: a PDAE
approach" (TU Darmstadt, preprint 1990, 1998).  It serves as a test oracle.

Model (equation numbers of the paper).  Carrier = string, contact wire =
Euler-Bernoulli beam under tension (2),(3); two droppers as unilateral
constraints (4)-(6); pantograph = two masses (12); contact spread over
[-eps, eps] by a cubic C1 spline (25),(26).  After semi-discretisation (35)

    M a + D v + K q = f + G(t)^T lam ,   0 <= G(t) q + z  _|_  lam >= 0

with q = (u_c, q_w, w_p1, w_p2) and u_c = w_c - l_c.  Rows of G: dropper 1,
dropper 2, contact [0, F_w(t), -1, 0] (31)-(33).

Space ("--space")
    fem    linear carrier, cubic Hermite wire (27),(28); N = number of elements
    fdm    finite differences of section 4.3
    modes  N sine modes per wire (a Ritz ansatz as (1))
Time ("--time")
    bdf2   two-step BDF on the stabilised system (38), all three constraint
           levels g0, gI, gII and the multipliers eta, mu; started by
           Richardson-extrapolated backward Euler (section 5.2)
    he     half-explicit two-step method (39),(40); smoothing of the damping
           force (41) unless --no-smooth
    --plain drops the term (dgI/dq)^T eta from the position equation of (38)
    and (40), which leaves G^T mu as in the original GGL formulation
Active set: section 5.3.  With --locate the instant at which a constraint
closes is located, an inelastic impulse  M (v+ - v-) = G^T L,
G v+ + G' q = 0  is applied, and the integration restarts there.

All matrices are banded; the multipliers follow from a small dense system.

Choices where the paper is open: clamps have weight but no inertia; the start
is the static state under lam_p = 8.75 N, w_p1 = F q_w, v_p1 = F' q_w,
a_p1 = F'' q_w, v_p2 from the first equation of (12); at 48 m/s
w_p2 = w_p1 - 2 mm.  The step is T/n with n = T/dt rounded up to a multiple
of 20, T = 16 m / v_p.
"""
import argparse
import sys
import numpy as np
import scipy.sparse as sp
from scipy.linalg.lapack import dpbtrf, dpbtrs
from scipy.optimize import brentq

GRAV, LEN, EPS = 9.81, 20.0, 0.2
XD, L_DROP, L_C = (5.5, 14.5), 0.95, 1.0
W_DROP = (0.25 + 0.5 * L_DROP * 0.14) * GRAV          # weight on either wire
RHO_C, RHO_W, T_C, T_W, EI = 0.6, 1.068, 15e3, 15e3, 150.0
M1, M2, C1, C2, D1, D2, F0 = 9.0, 17.0, 7e3, 0.0, 30.0, 130.0, 70.0
X_P0, X_PE, LAM_P0 = 2.0, 18.0, 8.75


# ----- load distribution (25) ------------------------------------------------
def delta(x):
    r = np.minimum(np.abs(x) / EPS, 1.0)
    return (1.0 - 3.0 * r**2 + 2.0 * r**3) / EPS


def ddelta(x):
    r = np.minimum(np.abs(x) / EPS, 1.0)
    return np.sign(x) * 6.0 * (r**2 - r) / EPS**2


def idelta(x):
    r = np.clip(x / EPS, -1.0, 1.0)
    return 0.5 + r - r**3 + 0.5 * r * np.abs(r)**3


def delta_hat(s):
    """Fourier transform of delta_eps, s = k eps: 24(1-cos s)/s^4-12 sin s/s^3."""
    s = np.asarray(s, float)
    big = np.where(s > 1.0, s, 1.0)
    far = 24.0 * (1 - np.cos(big)) / big**4 - 12.0 * np.sin(big) / big**3
    near, fact = np.zeros_like(s), 1.0
    for k in range(10):                                # moments of the spline
        mom = 2.0 / (2 * k + 1) - 6.0 / (2 * k + 3) + 4.0 / (2 * k + 4)
        near += (-1) ** k * mom * np.minimum(s, 1.0)**(2 * k) / fact
        fact *= (2 * k + 1) * (2 * k + 2)
    return np.where(s > 1.0, far, near)


# ----- semi-discretisations of the two wires ---------------------------------
class Fem:
    """Section 4.2.  Wire unknowns: theta_0, w_1, theta_1, ..., theta_{N+1}."""
    band = 3

    def __init__(self, n):
        self.n, self.h = n, LEN / n
        h, e = self.h, np.ones(n - 1)
        tri = lambda a, b: sp.diags([a * e[1:], b * e, a * e[1:]], [-1, 0, 1])
        self.Ic, self.Sc = tri(h / 6, 2 * h / 3), tri(-1 / h, 2 / h)
        self.bc = h * e                                # integral of v_i
        m = h / 420 * np.array([[156, 22*h, 54, -13*h], [22*h, 4*h*h, 13*h, -3*h*h],
                                [54, 13*h, 156, -22*h], [-13*h, -3*h*h, -22*h, 4*h*h]])
        s = 1 / (30*h) * np.array([[36, 3*h, -36, 3*h], [3*h, 4*h*h, -3*h, -h*h],
                                   [-36, -3*h, 36, -3*h], [3*h, -h*h, -3*h, 4*h*h]])
        k = 1 / h**3 * np.array([[12, 6*h, -12, 6*h], [6*h, 4*h*h, -6*h, 2*h*h],
                                 [-12, -6*h, 12, -6*h], [6*h, 2*h*h, -6*h, 4*h*h]])
        dof = 2 * np.arange(n)[:, None] + np.arange(4)
        i, j = np.repeat(dof, 4, 1).ravel(), np.tile(dof, (1, 4)).ravel()
        keep = np.delete(np.arange(2 * n + 2), [0, 2 * n])
        full = lambda a: sp.coo_matrix((np.tile(a.ravel(), n), (i, j))).tocsr()[keep][:, keep]
        self.Iw, self.Sw, self.Kw = full(m), full(s), full(k)
        b = np.zeros(2 * n + 2)
        np.add.at(b, dof, h * np.array([0.5, h / 12, 0.5, -h / 12]))
        self.keep, self.bw = keep, b[keep]
        self.gx, self.gw = np.polynomial.legendre.leggauss(4)

    def shape(self, xi, d=0):
        h, x = self.h, xi
        if d == 0:
            return (1-x)**2 * (1+2*x), x*(1-x)**2*h, x*x*(3-2*x), -x*x*(1-x)*h
        if d == 1:
            return (6*x*x-6*x)/h, (1-x)*(1-3*x), (6*x-6*x*x)/h, x*(3*x-2)
        return (12*x-6)/h**2, (6*x-4)/h, (6-12*x)/h**2, (6*x-2)/h

    def point(self, x):
        e = min(int(x / self.h + 1e-9), self.n - 1)
        xi = x / self.h - e
        hc, hw = np.zeros(self.n + 1), np.zeros(2 * self.n + 2)
        hc[e:e+2] = 1 - xi, xi
        hw[2*e:2*e+4] = self.shape(xi)
        return hc[1:-1], hw[self.keep]

    def contact(self, xp):
        """(33) and its first two x_p-derivatives, exact Gauss quadrature."""
        lo, hi = xp - EPS, xp + EPS
        nodes = self.h * np.arange(int(np.ceil(lo/self.h)), int(np.floor(hi/self.h)) + 1)
        br = np.sort(np.concatenate(([lo, xp, hi], nodes)))
        mid, half = 0.5 * (br[1:] + br[:-1]), 0.5 * (br[1:] - br[:-1])
        e = np.clip((mid / self.h).astype(int), 0, self.n - 1)
        x = mid[:, None] + half[:, None] * self.gx
        w = half[:, None] * self.gw * delta(x - xp)
        xi = x / self.h - e[:, None]
        dof, out = 2 * e[:, None] + np.arange(4), []
        for d in range(3):
            c = np.stack([(w * s).sum(1) for s in self.shape(xi, d)], 1)
            out.append(np.bincount(dof.ravel(), c.ravel(), 2 * self.n + 2)[self.keep])
        return out


class Fdm:
    """Section 4.3."""
    band = 2

    def __init__(self, n):
        self.n, self.h = n, LEN / n
        h, e = self.h, np.ones(n - 1)
        self.Ic = self.Iw = sp.diags([h * e], [0])
        self.Sc = self.Sw = sp.diags([-e[1:]/h, 2*e/h, -e[1:]/h], [-1, 0, 1])
        self.Kw = (self.Sw @ self.Sw) / h
        self.bc = self.bw = h * e
        self.edge = h * (np.arange(n) + 0.5)

    def point(self, x):
        v = np.zeros(self.n - 1)
        v[int(np.floor(x / self.h + 0.5 + 1e-9)) - 1] = 1.0   # x_{i-1/2} <= x < x_{i+1/2}
        return v, v

    def contact(self, xp):
        s = self.edge - xp
        return [np.diff(idelta(s)), -np.diff(delta(s)), np.diff(ddelta(s))]


class Modes:
    """Sine modes; the load is filtered by the transform of delta_eps."""
    band = 1

    def __init__(self, n):
        self.n, k = n, np.arange(1, n + 1) * np.pi / LEN
        self.k, one = k, np.full(n, LEN / 2)
        self.Ic = self.Iw = sp.diags([one], [0])
        self.Sc = self.Sw = sp.diags([one * k**2], [0])
        self.Kw = sp.diags([one * k**4], [0])
        self.bc = self.bw = (1 - np.cos(k * LEN)) / k
        self.hat = delta_hat(k * EPS)

    def point(self, x):
        v = np.sin(self.k * x)
        return v, v

    def contact(self, xp):
        s, c = np.sin(self.k * xp) * self.hat, np.cos(self.k * xp) * self.hat
        return [s, self.k * c, -self.k**2 * s]


SPACES = {"fem": Fem, "fdm": Fdm, "modes": Modes}


class Banded:
    """Symmetric positive definite banded matrix: Cholesky factor and solve."""

    def __init__(self, a, band):
        ab = np.zeros((band + 1, a.shape[0]))
        for k in range(band + 1):
            ab[band - k, k:] = a.diagonal(k)
        self.c, info = dpbtrf(ab)
        assert info == 0

    def __call__(self, b):
        x, info = dpbtrs(self.c, b)
        return x if b.ndim == 2 else x.reshape(-1)


class System:
    """The semi-discrete system (35) and its consistent start."""

    def __init__(self, space, n, speed, beta=0.03, d1=D1, d2=D2):
        w = self.w = SPACES[space](n)
        self.speed, self.d1 = speed, d1
        pan = lambda a, b, c: sp.csr_matrix([[a, b], [b, c]])
        blk = lambda c, ww, p: sp.block_diag([c, ww, p]).tocsr()
        self.M = blk(RHO_C * w.Ic, RHO_W * w.Iw, pan(M1, 0, M2))
        self.D = blk(beta * w.Ic, beta * w.Iw, pan(d1, -d1, d1 + d2))
        self.K = blk(T_C * w.Sc, T_W * w.Sw + EI * w.Kw, pan(C1, -C1, C1 + C2))
        self.nc, self.n = w.bc.size, self.M.shape[0]
        h = [w.point(x) for x in XD]
        self.Gd = np.array([np.concatenate((-hc, hw, [0, 0])) for hc, hw in h])
        self.f = np.concatenate((-RHO_C * GRAV * w.bc, -RHO_W * GRAV * w.bw, [0, F0]))
        for hc, hw in h:
            self.f -= W_DROP * np.concatenate((hc, hw, [0, 0]))
        self.z = np.array([L_DROP - L_C, L_DROP - L_C, 0.0])
        self.solveM = Banded(self.M, w.band)
        self._t = {}

    def rows(self, t):
        """G, dG/dt, d2G/dt2 (3 x n each) at time t; a few times are kept."""
        if t not in self._t:
            if len(self._t) > 6:
                self._t.pop(next(iter(self._t)))
            F = self.w.contact(X_P0 + self.speed * t)
            out = []
            for k in range(3):
                g = np.zeros((3, self.n))
                g[2, self.nc:-2] = self.speed**k * F[k]
                out.append(g)
            out[0][:2], out[0][2, -2] = self.Gd, -1.0
            self._t[t] = out
        return self._t[t]

    def gap(self, t, q):
        return self.rows(t)[0] @ q + self.z

    def start(self, offset=0.0):
        """Static wires under lam_p(0), pantograph in contact (section 2.2)."""
        m, (G, Gd, Gdd) = self.n - 2, self.rows(0.0)
        K = Banded(self.K[:m, :m], self.w.band)
        q0 = K(self.f[:m] + LAM_P0 * G[2, :m])
        Y = K(np.ascontiguousarray(self.Gd[:, :m].T))
        ld = np.linalg.solve(self.Gd[:, :m] @ Y, -self.z[:2] - self.Gd[:, :m] @ q0)
        q, v = np.zeros(self.n), np.zeros(self.n)
        q[:m] = q0 + Y @ ld
        w1, v1, a1 = (g[2, :m] @ q[:m] for g in (G, Gd, Gdd))
        q[m:] = w1, w1 - offset
        v[m:] = v1, v1 + (M1 * a1 + C1 * offset + LAM_P0) / self.d1 if self.d1 else v1
        return q, v, np.array([ld[0], ld[1], LAM_P0]), a1


class Implicit:
    """One step of an alpha-h backward difference formula for (38):
    q' ~ (alpha q - rq)/h, v' ~ (alpha v - rv)/h."""

    def __init__(self, sy, alpha, h, plain):
        self.sy, self.al, self.h, self.plain = sy, alpha, h, plain
        self.S = Banded((alpha/h * sy.M + sy.D + h/alpha * sy.K).tocsr(), sy.w.band)
        n = sy.n
        self.MG, self.MGd = np.zeros((n, 3)), np.zeros((n, 3))
        self.SG, self.XG, self.XGd = (np.zeros((n, 3)) for _ in range(3))
        self.MG[:, :2] = sy.solveM(sy.Gd.T.copy())
        self.SG[:, :2] = self.S(sy.Gd.T.copy())
        self.XG[:, :2] = self.S(sy.K @ self.MG[:, :2])

    def step(self, t, rq, rv, J):
        """Solve at time t for the active set J (boolean mask)."""
        sy, al, h = self.sy, self.al, self.h
        G, Gd, Gdd = sy.rows(t)
        c = sy.solveM(np.stack((G[2], Gd[2]), 1))
        if self.plain:
            c[:, 1] = 0.0
        self.MG[:, 2], self.MGd[:, 2] = c.T
        b = np.empty((sy.n, 4), order="F")
        b[:, 0] = sy.M @ (rv / h) - sy.K @ (rq / al) + sy.f
        b[:, 1], b[:, 2:] = G[2], sy.K @ c
        y = self.S(b)
        v0, self.SG[:, 2], self.XG[:, 2], self.XGd[:, 2] = y.T
        r, o = h / al, np.zeros((sy.n, 3))
        V = np.hstack((self.SG, self.SG - r * self.XGd, -r * self.XG))
        Q = r * (V + np.hstack((o, self.MGd, self.MG)))
        A = V / r - np.hstack((o, self.MG, o))
        q0, a0 = (rq + h * v0) / al, (al * v0 - rv) / h
        lhs = np.vstack((G @ A + 2 * Gd @ V + Gdd @ Q,
                         (G @ V + Gd @ Q) / h, G @ Q / h**2))
        rhs = -np.concatenate((G @ a0 + 2 * Gd @ v0 + Gdd @ q0,
                               (G @ v0 + Gd @ q0) / h, (G @ q0 + sy.z) / h**2))
        i, x = np.flatnonzero(np.tile(J, 3)), np.zeros(9)
        x[i] = np.linalg.solve(lhs[np.ix_(i, i)], rhs[i])
        return q0 + Q @ x, v0 + V @ x, x[:3], x[3:6]


class Integrator:
    """Time stepping with varying active set (section 5.3)."""

    def __init__(self, sy, method, h, smooth=True, plain=False, locate=False):
        self.sy, self.method, self.h = sy, method, h
        self.smooth, self.plain, self.locate = smooth, plain, locate
        self.fac, self.events, self.forced = {}, [], 0
        self.Ma = Banded((sy.M + 0.5 * h * sy.D).tocsr(), sy.w.band) if smooth else sy.solveM
        self.J, self.prev = np.ones(3, bool), None

    def implicit(self, alpha, h):
        key = (alpha, h)
        if key not in self.fac:
            if len(self.fac) > 8:
                for k in list(self.fac)[3:]:
                    del self.fac[k]
            self.fac[key] = Implicit(self.sy, alpha, h, self.plain)
        return self.fac[key]

    def euler(self, t, q, v, h, J):
        """Backward Euler with h and 2 x h/2, extrapolated to second order."""
        one = self.implicit(1.0, h).step(t + h, q, v, J)
        s = self.implicit(1.0, h / 2)
        two = s.step(t + h / 2, q, v, J)
        two = s.step(t + h, two[0], two[1], J)
        return [2 * a - b for a, b in zip(two, one)]

    def accel(self, t, q, v, vp, J):
        """(39) with (41): a_n and lam_n."""
        sy = self.sy
        G, Gd, Gdd = sy.rows(t)
        old = vp is None or not self.smooth            # no smoothing at a (re)start
        w, solve = (v, sy.solveM) if old else (0.5 * (vp + v), self.Ma)
        y = solve(np.vstack((sy.f - sy.K @ q - sy.D @ w, G)).T.copy(order="F"))
        i, lam = np.flatnonzero(J), np.zeros(3)
        if i.size:
            rhs = -(G @ y[:, 0] + 2 * Gd @ v + Gdd @ q)
            lam[i] = np.linalg.solve((G @ y[:, 1:])[np.ix_(i, i)], rhs[i])
        return y[:, 0] + y[:, 1:] @ lam, lam

    def half_explicit(self, t, q, v, vp, h, J):
        """(39),(40): returns q, v at t+h and lam at t."""
        sy = self.sy
        a, lam = self.accel(t, q, v, vp, J)
        Gm, Gdm, _ = sy.rows(t + 0.5 * h)
        G, Gd, _ = sy.rows(t + h)
        V = 2 * h * sy.solveM(sy.rows(t)[0].T.copy())
        Q1 = 0.5 * h * V
        if not self.plain:
            Q1 = Q1 + h * sy.solveM(Gdm.T.copy())
        Q2 = h * sy.solveM(Gm.T.copy())
        v1 = vp + 2 * h * a
        q1 = q + 0.5 * h * (v + v1)
        lhs = np.block([[(G @ V + Gd @ Q1) / h, Gd @ Q2 / h], [G @ Q1 / h**2, G @ Q2 / h**2]])
        rhs = -np.concatenate(((G @ v1 + Gd @ q1) / h, (G @ q1 + sy.z) / h**2))
        i, x = np.flatnonzero(np.tile(J, 2)), np.zeros(6)
        x[i] = np.linalg.solve(lhs[np.ix_(i, i)], rhs[i])
        return q1 + Q1 @ x[:3] + Q2 @ x[3:], v1 + V @ x[:3], lam, x[:3]

    def trial(self, t, q, v, h, J):
        if self.prev is None:
            out = self.euler(t, q, v, h, J)
            if self.method == "he":
                out[2] = self.accel(t, q, v, None, J)[1]
            return out
        qp, vp = self.prev
        if self.method == "bdf2":
            return self.implicit(1.5, h).step(t + h, 2*q - 0.5*qp, 2*v - 0.5*vp, J)
        return self.half_explicit(t, q, v, vp, h, J)

    def close(self, t, q, v, h, i):
        """Locate the closing of constraint i within (t, t+h] and apply the
        inelastic impulse; returns tau, q, v+."""
        g = lambda s: self.sy.gap(t + s, self.euler(t, q, v, s, self.J)[0])[i]
        lo = 1e-6 * h
        tau = h if g(h) >= 0 else lo if g(lo) <= 0 else brentq(g, lo, h, xtol=1e-12 * h)
        q, v = self.euler(t, q, v, tau, self.J)[:2]
        self.J[i] = True
        G, Gd, _ = self.sy.rows(t + tau)
        k, Y = np.flatnonzero(self.J), self.sy.solveM(G.T.copy())
        rate = G @ v + Gd @ q
        imp = np.zeros(3)
        imp[k] = np.linalg.solve((G @ Y)[np.ix_(k, k)], -rate[k])
        self.events.append((t + tau, i, "close", imp, rate[i]))
        return tau, q, v + Y @ imp

    def advance(self, t, q, v):
        """One step of size h, active set iterated; returns q, v, lam, eta."""
        h, done, added = self.h, 0.0, np.zeros(3, bool)
        J0, restart = self.J.copy(), False
        for _ in range(30):
            qn, vn, lam, eta = self.trial(t + done, q, v, h - done, self.J)
            g = self.sy.gap(t + h, qn)
            new = np.flatnonzero(~self.J & (g < 0))
            if new.size and self.locate and h - done > 1e-5 * h:
                tau, q, v = self.close(t + done, q, v, h - done, new[0])
                added[new[0]], done, self.prev, restart = True, done + tau, None, True
                if h - done < 1e-5 * h:
                    qn, vn = q, v
                    break
                continue
            bad = np.flatnonzero(self.J & (lam < 0))
            self.forced += int((added[bad]).any())
            bad = bad[~added[bad]]
            if new.size:
                self.J[new] = added[new] = True
            elif bad.size:
                self.J[bad] = False
            else:
                break
        else:
            raise RuntimeError("active set did not settle at t = %g" % t)
        for i in np.flatnonzero(self.J != J0):
            if not self.J[i]:
                self.events.append((t + h, i, "open", None, 0.0))
            elif not self.locate:
                imp = eta * (2 * h if self.method == "he" else h / 1.5)
                self.events.append((t + h, i, "close", imp, 0.0))
        self.prev = None if restart else (q, v)
        return qn, vn, lam, eta


def run(space="fem", method="bdf2", n=400, dt=5e-5, speed=32.0, offset=None,
        beta=0.03, d1=D1, d2=D2, t_end=None, **opt):
    """Integrate the benchmark; returns a dict of time histories."""
    sy = System(space, n, speed, beta, d1, d2)
    T = t_end or (X_PE - X_P0) / speed
    steps = 20 * int(np.ceil(T / dt / 20 - 1e-9))
    h = T / steps
    if offset is None:
        offset = 0.002 if speed == 48 else 0.0
    q, v, lam, _ = sy.start(offset)
    it = Integrator(sy, method, h, **opt)
    he = method == "he"
    rec = np.zeros((steps + 1, 14))          # lam(3) w1 w2 v1 v2 gap(3) J(3) eta_p
    for k in range(steps + 1):
        if he and k == steps:
            lam = it.accel(T, q, v, it.prev[1] if it.prev else None, it.J)[1]
        rec[k] = np.r_[lam, q[-2:], v[-2:], sy.gap(k * h, q), it.J, 0.0]
        if k < steps:
            q, v, lam, eta = it.advance(k * h, q, v)
            rec[k + 1, 13] = eta[2]
            if he:
                rec[k, :3] = lam             # (39) gives lam at the old time
    return dict(t=h * np.arange(steps + 1), h=h, lam=rec[:, :3], w=rec[:, 3:5],
                v=rec[:, 5:7], gap=rec[:, 7:10], active=rec[:, 10:13] > 0.5,
                eta=rec[:, 13], events=it.events, forced=it.forced, q=q, sys=sy, it=it)


def intervals(t, off):
    """Intervals [first, last] of t in which the flag `off` holds."""
    e = np.flatnonzero(np.diff(np.r_[0, off.astype(int), 0]))
    return [(t[a], t[b - 1]) for a, b in zip(e[::2], e[1::2])]


def main():
    p = argparse.ArgumentParser(description="Arnold-Simeon PDAE benchmark, test oracle")
    p.add_argument("--speed", type=float, default=32.0)
    p.add_argument("--space", choices=SPACES, default="fem")
    p.add_argument("--time", choices=("bdf2", "he"), default="bdf2")
    p.add_argument("--n", type=int, default=400, help="elements N+1, or modes")
    p.add_argument("--dt", type=float, default=5e-5)
    p.add_argument("--offset", type=float, help="w_p1 - w_p2 at t = 0 (default 2 mm at 48 m/s)")
    p.add_argument("--beta", type=float, default=0.03)
    p.add_argument("--no-smooth", action="store_true", help="half-explicit without (41)")
    p.add_argument("--plain", action="store_true", help="only G^T mu in the position equation")
    p.add_argument("--locate", action="store_true", help="locate closing constraints, with impulse")
    p.add_argument("--csv", help="write t, multipliers, pantograph, gaps")
    a = p.parse_args()
    r = run(a.space, a.time, a.n, a.dt, a.speed, a.offset, a.beta, smooth=not a.no_smooth,
            plain=a.plain, locate=a.locate)
    if a.csv:
        np.savetxt(a.csv, np.column_stack((r["t"], r["lam"], r["w"], r["v"], r["gap"])),
                   fmt="%.12g", delimiter=",", comments="",
                   header="t,lam_d1,lam_d2,lam_p,w_p1,w_p2,v_p1,v_p2,gap_d1,gap_d2,gap_p")
    t, lp = r["t"], r["lam"][:, 2]
    print("h = %.12g  steps = %d" % (r["h"], t.size - 1))
    print("lam_p  min %.10g at %.6g  max %.10g at %.6g  mean %.10g" % (
        lp.min(), t[lp.argmin()], lp.max(), t[lp.argmax()], np.trapz(lp, t) / t[-1]))
    for i, name in enumerate(("dropper 1 slack", "dropper 2 slack", "contact lost")):
        print(name, ["%.6f-%.6f" % iv for iv in intervals(t, ~r["active"][:, i])])
    print("        t            lam_d1           lam_d2           lam_p            w_p1              w_p2")
    for k in range(0, t.size, (t.size - 1) // 20):
        print("%.10f " % t[k], " ".join("%16.10g" % x for x in (*r["lam"][k], *r["w"][k])))


if __name__ == "__main__":
    sys.exit(main())
