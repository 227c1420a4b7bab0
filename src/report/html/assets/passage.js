// The small animation of report.html: the line from the side, or mode shapes, on a canvas.
(function () {
  "use strict";

  const data = JSON.parse(document.getElementById("passage-data").textContent);
  const root = document.documentElement;
  const MM = 1e-3, TENTH = 1e-4, SLACK = 0.5;  // [N]
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const scene = {
    s: data.s.map((v) => v * MM), z: data.z.map((v) => v * TENTH),
    y: (data.y || []).map((v) => v * TENTH), supports: data.supports.s.map((v) => v * MM),
  };
  const values = decode(data.values);
  const frames = data.modes ? null : index();
  let at = 0, mode = 0, playing = false, speed = 0.25, phase = Math.PI / 2, last = 0;

  function decode(text) {
    const bytes = atob(text), out = new Int16Array(bytes.length / 2);
    for (let i = 0; i < out.length; i++) {
      out[i] = bytes.charCodeAt(2 * i) | bytes.charCodeAt(2 * i + 1) << 8;
    }
    return out;
  }

  // Which points and links a frame holds: the writer's rule, in whole millimetres.
  function index() {
    let from = 0;
    return data.x.map((x) => {
      const shown = (i) => Math.abs(data.s[i] - x) <= data.half;
      const points = [], links = [];
      for (let i = 0; i < data.s.length; i++) if (shown(i)) points.push(i);
      for (let i = 0; i < data.a.length; i++) if (shown(data.a[i])) links.push(i);
      const frame = { from, points, links };
      from += points.length + links.length;
      return frame;
    });
  }

  //---------------------------------- controls ----------------------------------------------------

  function make(tag, parent, attributes) {
    const e = document.createElement(tag);
    for (const k of Object.keys(attributes || {})) {
      if (k === "text") e.textContent = attributes[k]; else e.setAttribute(k, attributes[k]);
    }
    parent.appendChild(e);
    return e;
  }

  const view = document.getElementById("passage-view");
  const canvas = make("canvas", view, { role: "img", class: "passage" });
  const bar = make("div", view, { class: "passage-bar" });
  const button = make("button", bar, { type: "button", text: "Play" });
  const slider = make("input", bar, { type: "range", min: 0, value: 0, step: 1 });
  const rate = make("select", bar, { "aria-label": "Speed of the animation" });
  const label = make("output", bar, {});

  function fill() {
    slider.max = (data.modes ? data.mHz : data.t).length - 1;
    slider.setAttribute("aria-label", data.modes ? "Mode" : "Time");
    for (const s of [0.05, 0.1, 0.25, 0.5, 1]) {
      const o = make("option", rate, { value: s, text: s === 1 ? "real time" : s + " x" });
      o.selected = s === speed;
    }
  }

  function play(on) {
    playing = on;
    button.textContent = on ? "Pause" : "Play";
    last = 0;
    if (on) requestAnimationFrame(tick);
  }

  function tick(now) {
    if (!playing) return;
    // readers who asked for little motion get two pictures a second
    if (still.matches && last && now - last < 500) return void requestAnimationFrame(tick);
    const seconds = last ? (now - last) / 1e3 * speed : 0;
    last = now;
    if (data.modes) {
      phase += seconds * 2 * Math.PI * data.mHz[mode] * MM;
    } else {
      at += seconds * 1e6 / (data.t[1] - data.t[0]);
      if (at >= data.t.length - 1) at = 0;
      slider.value = Math.floor(at);
    }
    draw();
    requestAnimationFrame(tick);
  }

  //---------------------------------- drawing -----------------------------------------------------

  const variable = (name) => getComputedStyle(root).getPropertyValue("--" + name).trim();

  function sheet() {
    const w = canvas.clientWidth, h = canvas.clientHeight, ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(w * ratio)) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, w, h);
    c.lineJoin = "round";
    return { c, w, h };
  }

  function stroke(c, color, width, points) {
    c.strokeStyle = color;
    c.lineWidth = width;
    c.beginPath();
    points.forEach((p, i) => (i ? c.lineTo(p[0], p[1]) : c.moveTo(p[0], p[1])));
    c.stroke();
  }

  function heights(list) {
    let low = Infinity, high = -Infinity;
    for (const v of list) { low = Math.min(low, v); high = Math.max(high, v); }
    return [low, high];
  }

  const ENLARGE = 3;
  const range = heights(scene.z);

  function drawPantograph(c, x, y, floor) {
    const ink = variable("bad"), reach = Math.min(46, (floor - y) * 0.8);
    const knee = [x + reach, (y + floor) / 2 + 4];
    stroke(c, ink, 2.5, [[x - 4, floor], knee, [x, y + 3]]);
    stroke(c, ink, 4, [[x - 9, y + 2], [x + 9, y + 2]]);
  }

  // Displacements of the points of a frame, blended with the next one.
  function displaced(i, part) {
    const up = new Map(), put = (f, weight) => f.points.forEach((p, k) => {
      up.set(p, (up.get(p) || 0) + weight * values[f.from + k] / data.ups);
    });
    put(frames[i], 1 - part);
    if (part > 0) put(frames[i + 1], part);
    return up;
  }

  function drawPassage() {
    const { c, w, h } = sheet(), i = Math.min(Math.floor(at), data.t.length - 1);
    const part = i + 1 < data.t.length ? at - i : 0, f = frames[i];
    const blend = (list) => list[i] + part * ((list[i + 1] || list[i]) - list[i]);
    const x0 = blend(data.x) * MM, half = data.half * MM * 0.97, floor = h - 34;
    const scale = (h - 110) / (range[1] - range[0] + 0.2);
    const X = (s) => w / 2 + (s - x0) / half * w / 2;
    const up = displaced(i, part);
    const Y = (p) => 44 + (range[1] - scene.z[p] - ENLARGE * (up.get(p) || 0)) * scale;
    const slackInk = variable("bad"), thin = variable("axis");
    scene.supports.forEach((s, k) => {
      if (Math.abs(s - x0) > half) return;
      stroke(c, variable("line"), 3, [[X(s), 14], [X(s), floor + 8]]);
      c.fillStyle = variable("soft");
      c.font = "12px system-ui, sans-serif";
      c.fillText(String(k), X(s) + 5, 22);
    });
    f.links.forEach((l, k) => {
      const force = values[f.from + f.points.length + k] / data.forces;
      const slack = data.kind[l] === 0 && force < SLACK;
      const a = data.a[l], b = data.b[l];
      stroke(c, slack ? slackInk : thin, slack ? 2.5 : 1, [[X(scene.s[a]), Y(a)], [X(scene.s[b]), Y(b)]]);
    });
    data.first.forEach((first, k) => {
      const points = [];
      for (let p = first; p < first + data.count[k]; p++) {
        if (up.has(p)) points.push([X(scene.s[p]), Y(p)]);
      }
      stroke(c, data.role[k] === 0 ? variable("accent") : variable("soft"), 2, points);
    });
    drawPantograph(c, w / 2, contactHeight(x0, up, Y), floor);
    stroke(c, variable("axis"), 2, [[0, floor + 8], [w, floor + 8]]);
    const force = blend(data.contact) / data.forces;
    label.value = "t = " + (blend(data.t) / 1e6).toFixed(2) + " s, " + x0.toFixed(1) + " m, " +
      force.toFixed(0) + " N";
    canvas.setAttribute("aria-label", "The line around the first pantograph at " + label.value);
  }

  // Of the drawn contact wire over the pantograph.
  function contactHeight(x, up, Y) {
    const k = data.role.indexOf(0), first = data.first[k], count = data.count[k];
    let low = first, high = first + count - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (scene.s[middle] <= x) low = middle; else high = middle;
    }
    const part = (x - scene.s[low]) / (scene.s[high] - scene.s[low] || 1);
    return Y(low) + part * (Y(high) - Y(low));
  }

  function drawModes() {
    const { c, w, h } = sheet(), n = scene.s.length, swing = Math.sin(phase);
    const s = heights(scene.s), X = (v) => 16 + (v - s[0]) / (s[1] - s[0]) * (w - 32);
    const views = [[scene.z, 0], [scene.y, data.mHz.length * n]];
    views.forEach(([rest, from], row) => {
      const r = heights(rest), top = row * h / 2 + 40, tall = h / 2 - 76;
      const scale = tall / Math.max(r[1] - r[0], 0.5);
      const Y = (p) => top + (r[1] - rest[p]) * scale -
        26 * swing * values[from + mode * n + p] / data.ups;
      c.fillStyle = variable("soft");
      c.font = "12px system-ui, sans-serif";
      c.fillText(row ? "sideways, from above" : "upwards, from the side", 16, row * h / 2 + 18);
      data.a.forEach((a, l) => stroke(c, variable("line"), 1,
        [[X(scene.s[a]), Y(a)], [X(scene.s[data.b[l]]), Y(data.b[l])]]));
      data.first.forEach((first, k) => {
        const points = [];
        for (let p = first; p < first + data.count[k]; p++) points.push([X(scene.s[p]), Y(p)]);
        stroke(c, data.role[k] === 0 ? variable("accent") : variable("soft"), 1.6, points);
      });
    });
    label.value = "mode " + (mode + 1) + ", " + (data.mHz[mode] * MM).toFixed(3) + " Hz";
    canvas.setAttribute("aria-label", "Shape of " + label.value);
  }

  function draw() {
    if (data.modes) drawModes(); else drawPassage();
  }

  fill();
  if (!data.modes) at = Math.floor((data.t.length - 1) / 2), slider.value = at;
  button.addEventListener("click", () => play(!playing));
  slider.addEventListener("input", () => {
    if (data.modes) mode = Number(slider.value); else at = Number(slider.value);
    draw();
  });
  rate.addEventListener("change", () => { speed = Number(rate.value); });
  addEventListener("resize", draw);
  new MutationObserver(draw).observe(root, { attributes: true, attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  view.dataset.drawn = "true";
  draw();
})();
