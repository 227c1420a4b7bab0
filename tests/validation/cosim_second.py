"""A wheel with a sprung mass on a beam, co-simulated: written anew from section 4 of the source.

Downward displacements from rest; modes exactly under loads linear in time, the vehicle by its
matrix exponential for heights linear in time: neither has an error of its own. Rates of forces and
heights at the ends of macro steps are those of the states, nothing lifts off, and what goes second
sees of the first its displacements (the vehicle) or the line between its forces (the bridge).
"""
import math

L, EI, MU, MODES = 25.0, 2.87e9 * 2.90, 2303.0, 5
WHEEL, BODY, CONTACT, SPRING = 1000.0, 4750.0, 1e9, 1595e3
SPEED, WEIGHT, SUBSTEP = 100 / 3.6, (WHEEL + BODY) * 9.81, 5e-5
WAVE = [(i + 1) * math.pi / L for i in range(MODES)]
OMEGA = [k * k * math.sqrt(EI / MU) for k in WAVE]


def shape(x):
    return [math.sin(k * x) for k in WAVE]


def slope(x):
    return [k * math.cos(k * x) for k in WAVE]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def exponential(A, t):
    n, scale = len(A), 2.0 ** -10
    A = [[x * t * scale for x in row] for row in A]
    E = [[float(i == j) for j in range(n)] for i in range(n)]
    product = lambda X, Y: [[dot(X[i], [Y[k][j] for k in range(n)]) for j in range(n)] for i in range(n)]
    for k in range(10, 0, -1):  # Horner's scheme of the series
        E = product(A, E)
        E = [[float(i == j) + E[i][j] / k for j in range(n)] for i in range(n)]
    for _ in range(10):
        E = product(E, E)
    return E


# wheel, body, their rates; height of the deck, its rate
VEHICLE = exponential([[0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0],
                       [-(CONTACT + SPRING) / WHEEL, SPRING / WHEEL, 0, 0, CONTACT / WHEEL, 0],
                       [SPRING / BODY, -SPRING / BODY, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], [0] * 6], SUBSTEP)


def modes_after(q, v, p, rate, t):
    """Each mode from q, v under the load p + rate t."""
    Q, V = [], []
    for q0, v0, p0, r0, w in zip(q, v, p, rate, OMEGA):
        C, S, r = math.cos(w * t), math.sin(w * t) / w, r0 / w / w
        a, b = q0 - p0 / w / w, v0 - r
        Q.append(C * a + S * b + p0 / w / w + r * t)
        V.append(C * b - w * w * S * a + r)
    return Q, V


def bridge(q, v, x, H, force, rate):
    """The bridge at the end of a macro step, and the heights met within it."""
    n = round(H / SUBSTEP)
    unit = 2 / (MU * L)
    p = [unit * s * force for s in shape(x)]
    dp = [unit * (d * SPEED * force + s * rate) for s, d in zip(shape(x), slope(x))]
    heights, end = [dot(shape(x), q)], (q, v)
    for k in range(1, n + 1):
        end = modes_after(q, v, p, dp, k * SUBSTEP)
        heights.append(dot(shape(x + SPEED * k * SUBSTEP), end[0]))
    return *end, heights


def vehicle(y, heights):
    for w0, w1 in zip(heights, heights[1:]):
        full = [*y, w0, (w1 - w0) / SUBSTEP]
        y = [dot(row, full) for row in VEHICLE[:4]]
    return y, WEIGHT + CONTACT * (y[0] - heights[-1])


def deflections(order, load, corrector, H):
    """At midspan at the ends of macro steps; ends early if they grow without bound."""
    q, v, y, out = [0.0] * MODES, [0.0] * MODES, [0.0] * 4, []
    for k in range(math.ceil(L / SPEED / H - 1e-9)):
        x = SPEED * k * H
        w, dw = dot(shape(x), q), dot(shape(x), v) + SPEED * dot(slope(x), q)
        force, rate = WEIGHT + CONTACT * (y[0] - w), CONTACT * (y[2] - dw) if load == "linear" else 0.0
        expected = [w + (dw if load == "linear" else 0) * i * SUBSTEP for i in range(round(H / SUBSTEP) + 1)]
        if order == "vehicle-first":
            y, last = vehicle(y, expected)
            q, v, _ = bridge(q, v, x, H, force, (last - force) / H)
        else:
            Q, V, heights = bridge(q, v, x, H, force, rate)
            Y, last = vehicle(y, expected if order == "jacobi" else heights)
            if corrector:
                Q, V, heights = bridge(q, v, x, H, force, (last - force) / H)
                Y, last = vehicle(y, heights)
            q, v, y = Q, V, Y
        out.append(dot(shape(L / 2), q))
        if abs(out[-1]) > 1:
            break
    return out


def error(order, load, corrector, H, exact):
    """Of the deflection, as a part of its largest; exact: with macro steps of one SUBSTEP."""
    each = round(H / SUBSTEP)
    found = deflections(order, load, corrector, H)
    return max(abs(a - b) for a, b in zip(found, exact[each - 1::each])) / max(abs(x) for x in exact)


def exact():
    return deflections("structure-first", "linear", True, SUBSTEP)
