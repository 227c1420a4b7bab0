// The line or the bridge in space, with three.js: wires, droppers, arms, masts, track, pantographs.
"use strict";

const Scene = (() => {
  const RAIL = -5.3, ROOF = -1.35;  // below the contact wire, where the case says nothing [m]
  const SLACK = 0.5;  // [N]
  const ROLES = ["contact wire", "messenger", "auxiliary wire", "stitch wire"];
  const RAMP = [[0.13, 0.4, 0.67], [0.26, 0.68, 0.79], [0.6, 0.8, 0.6], [0.99, 0.75, 0.35],
    [0.84, 0.19, 0.15]];
  const SLOW = 33, COARSE = [1, 0.75, 0.5];  // [ms]; pixels of the picture for one of the screen
  let renderer, camera, controls, three, world, model = null, canvas;
  let range = {};
  let centre = null;  // what the camera looks at goes through the origin: the world is moved

  function start(element) {
    canvas = element;
    renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
    camera = new THREE.PerspectiveCamera(38, 1, 0.1, 6000);
    controls = new THREE.OrbitControls(camera, canvas);
    controls.enableKeys = false;
    controls.addEventListener("change", () => Viewer.redraw());
    controls.addEventListener("end", remember);
    three = new THREE.Scene();
  }

  const rgb = (text) => new THREE.Color(text);
  const place = (x, y, z, out, i) => { out[3 * i] = x; out[3 * i + 1] = z; out[3 * i + 2] = -y; };

  // Line segments between n points that move, each with its colour.
  function lines(n, index) {
    const g = new THREE.BufferGeometry();
    const at = new THREE.BufferAttribute(new Float32Array(3 * n), 3);
    const ink = new THREE.BufferAttribute(new Float32Array(3 * n), 3);
    at.setUsage(THREE.DynamicDrawUsage);
    g.setAttribute("position", at);
    g.setAttribute("color", ink);
    if (index) g.setIndex(index);
    const object = new THREE.LineSegments(g,
      new THREE.LineBasicMaterial({ vertexColors: THREE.VertexColors }));
    object.frustumCulled = false;
    world.add(object);
    return { object, at, ink };
  }

  // Place and heading of the track at the distance s along it.
  function along(table, s) {
    const { low, high, part } = Viewer.between(table.s, s);
    const mix = (c) => table[c][low] + part * (table[c][high] - table[c][low]);
    return { x: mix("x"), y: mix("y"), heading: mix("heading") };
  }

  //---------------------------------- what stands still -------------------------------------------

  function open(tables) {
    close();
    world = new THREE.Group();
    three.add(world);
    const p = tables.scene_points, w = tables.scene_wires || { first: [], count: [], role: [] };
    const l = tables.scene_links || { kind: [], a: [], b: [], number: [], force: [] };
    const n = p.s.length, index = [];
    model = { tables, p, w, l, n, up: new Float32Array(n), speed: new Float32Array(n),
      force: Float32Array.from(l.force), pantographs: [], role: new Int8Array(n).fill(-1),
      pos: new Float32Array(3 * n), bridge: null, shape: new Float32Array(n), contact: new THREE.Color(), other: new THREE.Color() };
    if (!tables.scene_wires) return openBridge(tables);
    w.first.forEach((first, k) => {
      for (let i = first; i < first + w.count[k]; i++) {
        if (i > first) index.push(i - 1, i);
        model.role[i] = w.role[k];
      }
    });
    model.wireS = w.first.map((first, k) => p.s.slice(first, first + w.count[k]));
    model.wires = lines(n, index);
    model.pos = model.wires.at.array;
    model.links = lines(2 * l.kind.length);
    buildTrack(tables.scene_track);
    buildMasts(tables.scene_supports);
    begin();
  }

  function openBridge(tables) {
    model.bridge = Bridge.open(tables, world);
    begin();
  }

  function begin() {
    theme();
    move(null);
    home(true);
  }

  // A result without a line: nothing is drawn.
  function close() {
    if (!renderer) return;
    if (world) {
      three.remove(world);
      world.traverse((o) => { if (o.geometry) o.geometry.dispose(); if (o.material) o.material.dispose(); });
    }
    world = model = centre = null;
    Viewer.byId("legend").textContent = "";
    Viewer.byId("legend").dataset.key = "";
    renderer.setClearColor(rgb(Viewer.color("panel")));
    renderer.render(three, camera);
  }

  function buildTrack(t) {
    const half = 0.75, v = [], index = [];
    const beside = (i, side) => [t.x[i] - side * Math.sin(t.heading[i]),
      t.y[i] + side * Math.cos(t.heading[i])];
    model.rail = new THREE.LineBasicMaterial();
    for (const side of [-half, half]) {
      const points = t.x.map((_, i) => { const [x, y] = beside(i, side); return new THREE.Vector3(x, RAIL, -y); });
      world.add(new THREE.Line(new THREE.BufferGeometry().setFromPoints(points), model.rail));
    }
    t.x.forEach((_, i) => {
      for (const side of [-1.6, 1.6]) { const [x, y] = beside(i, side); v.push(x, RAIL - 0.12, -y); }
      if (i) index.push(2 * i - 2, 2 * i, 2 * i - 1, 2 * i - 1, 2 * i, 2 * i + 1);
    });
    const bed = new THREE.BufferGeometry();
    bed.setAttribute("position", new THREE.BufferAttribute(new Float32Array(v), 3));
    bed.setIndex(index);
    model.bed = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
    world.add(new THREE.Mesh(bed, model.bed));
  }

  // Masts stand on the side of the arms' hinges, or else on the right.
  function buildMasts(s) {
    const { p, l } = model, top = p.z.reduce((a, b) => Math.max(a, b)) + 0.4, apart = 3.2, points = [];
    model.mast = new THREE.MeshBasicMaterial();
    model.tube = new THREE.LineBasicMaterial();
    const shape = new THREE.BoxBufferGeometry(0.22, top - RAIL, 0.22), matrix = new THREE.Matrix4();
    const masts = new THREE.InstancedMesh(shape, model.mast, s.x.length);
    masts.frustumCulled = false;
    world.add(masts);
    s.x.forEach((x, k) => {
      const arm = l.kind.findIndex((kind, i) => kind === 1 && Math.abs(p.s[l.a[i]] - s.s[k]) < 0.5);
      const lateral = (i) => -(p.x[i] - x) * Math.sin(s.heading[k]) + (p.y[i] - s.y[k]) * Math.cos(s.heading[k]);
      const side = arm >= 0 && lateral(l.b[arm]) > lateral(l.a[arm]) ? 1 : -1;
      const at = (d, z) => new THREE.Vector3(x - side * d * Math.sin(s.heading[k]), z,
        -(s.y[k] + side * d * Math.cos(s.heading[k])));
      const point = (i) => new THREE.Vector3(p.x[i], p.z[i], -p.y[i]);
      const foot0 = at(apart, (top + RAIL) / 2);
      masts.setMatrixAt(k, matrix.makeTranslation(foot0.x, foot0.y, foot0.z));
      const high = nearest(s.s[k], 1), low = arm >= 0 ? l.b[arm] : nearest(s.s[k], 0);
      const tip = high < 0 ? at(0, top - 0.4) : point(high), foot = at(apart, low < 0 ? 0.05 : p.z[low] + 0.05);
      points.push(at(apart, tip.y + 0.1), tip, foot, tip);
      if (arm >= 0) points.push(foot, point(l.b[arm]));
    });
    world.add(new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(points), model.tube));
  }

  // The point of a wire of this role that is nearest to s, within 2 m; -1: none.
  function nearest(s, role) {
    const { p } = model;
    let best = -1;
    for (let i = 0; i < model.n; i++) {
      if (model.role[i] !== role || Math.abs(p.s[i] - s) > 2) continue;
      if (best < 0 || Math.abs(p.s[i] - s) < Math.abs(p.s[best] - s)) best = i;
    }
    return best;
  }

  function theme() {
    if (!renderer) return;
    renderer.setClearColor(rgb(Viewer.color("panel")));
    if (!model) return;
    model.contact.set(Viewer.color(model.bridge ? "deck" : "accent"));
    model.other.set(Viewer.color("ink"));
    if (model.bridge) {
      model.bridge.theme();
    } else {
      model.rail.color = model.mast.color = model.tube.color = rgb(Viewer.color("axis"));
      model.bed.color = rgb(Viewer.color("grid"));
    }
    paint(true);
  }

  //---------------------------------- motion ------------------------------------------------------

  // What displacements are multiplied by: as chosen, or so that the largest can be seen.
  function enlarged() {
    if (Viewer.state.enlarge > 0) return Viewer.state.enlarge;
    const most = range.move > 0 ? range.move : 0.1;
    return [500, 200, 100, 50, 20, 10, 5].find((e) => e * most <= (model && model.bridge ? 1 : 0.6)) || 1;
  }

  // frame: {up, sideways, force, speed}, one row each, or null for the rest.
  function move(frame) {
    const { p, n, pos, l } = model, e = enlarged();
    for (let i = 0; i < n; i++) {
      const up = frame ? frame.up[i] : 0, side = frame && frame.sideways ? frame.sideways[i] : 0;
      model.up[i] = up;
      model.speed[i] = frame && frame.speed ? frame.speed[i] : 0;
      model.shape[i] = e * up;
      place(p.x[i], p.y[i] + e * side, p.z[i] + e * up, pos, i);
    }
    if (model.bridge) return paint(false);
    const a = model.links.at.array;
    for (let k = 0; k < l.kind.length; k++) {
      for (let c = 0; c < 3; c++) a[6 * k + c] = pos[3 * l.a[k] + c], a[6 * k + 3 + c] = pos[3 * l.b[k] + c];
    }
    if (frame && frame.force && frame.force.length) model.force.set(frame.force);
    model.wires.at.needsUpdate = model.links.at.needsUpdate = true;
    paint(false);
  }

  // Colours from low to high, made once: nothing is allocated while a frame is painted.
  const SHADES = 256, shade = new Float32Array(3 * SHADES);
  for (let k = 0; k < SHADES; k++) {
    const f = k / (SHADES - 1) * (RAMP.length - 1), i = Math.min(Math.floor(f), RAMP.length - 2);
    for (let c = 0; c < 3; c++) shade[3 * k + c] = RAMP[i][c] + (f - i) * (RAMP[i + 1][c] - RAMP[i][c]);
  }

  function ramp(x, out, at, by) {
    const k = 3 * Math.round(Math.min(Math.max(x, 0), 1) * (SHADES - 1));
    for (let c = 0; c < 3; c++) out[at + c] = by * shade[k + c];
  }

  function ink3(color, out, at, by) {
    out[at] = by * color.r, out[at + 1] = by * color.g, out[at + 2] = by * color.b;
  }

  function scaleOf() {
    const r = range, up = r.up || 0.1, speed = r.speed || 0.5, most = r.move || up;
    switch (Viewer.state.colour) {
    case "uplift": return { low: 0, high: up, unit: "mm", by: 1e3, values: model.up };
    case "displacement": return { low: -most, high: most, unit: "mm", by: 1e3, values: model.up };
    case "velocity": return { low: -speed, high: speed, unit: "m/s", by: 1, values: model.speed };
    default: return { low: 0, high: r.force || 300, unit: "N", by: 1, values: null };
    }
  }

  function paintWires(scale) {
    const ink = model.wires.ink.array, { values, low } = scale, width = scale.high - low;
    for (let i = 0; i < model.n; i++) {
      if (values) ramp((values[i] - low) / width, ink, 3 * i, 1);
      else ink3(model.role[i] === 0 ? model.contact : model.other, ink, 3 * i, 1);
    }
    model.wires.ink.needsUpdate = true;
  }

  function paintBridge(scale) {
    const { values, low } = scale, width = scale.high - low;
    model.bridge.move(model.shape, (i, out, k, by) => {
      if (values) ramp((values[i] - low) / width, out, 3 * k, by);
      else ink3(model.contact, out, 3 * k, by);
    });
  }

  const soft = new THREE.Color(), bad = new THREE.Color();
  function paintLinks(scale) {
    const ink = model.links.ink.array, tension = Viewer.state.colour === "tension";
    soft.set(Viewer.color("soft"));
    bad.set(Viewer.color("bad"));
    for (let k = 0; k < model.l.kind.length; k++) {
      const dropper = model.l.kind[k] === 0, slack = dropper && model.force[k] < SLACK;
      for (let at = 6 * k; at < 6 * k + 6; at += 3) {
        if (!slack && tension && dropper) ramp(model.force[k] / scale.high, ink, at, 1);
        else ink3(slack ? bad : soft, ink, at, 1);
      }
    }
    model.links.ink.needsUpdate = true;
  }

  // all: also what does not change with the motion
  function paint(all) {
    const scale = scaleOf();
    if (model.bridge) {
      paintBridge(scale);
    } else {
      if (all || scale.values) paintWires(scale);
      paintLinks(scale);
    }
    legend(scale);
  }

  function legend(scale) {
    const e = Viewer.byId("legend"), colour = Viewer.state.colour, key = [colour, scale.high, range.move, enlarged(), Boolean(model.bridge)].join();
    if (e.dataset.key === key) return;
    e.dataset.key = key;
    const times = enlarged();
    const motion = range.move === 0 ? "" : range.modes ? "the amplitude is arbitrary" : times === 1 ? "motion to scale" : "motion x " + times;
    const plain = model.bridge && (colour === "tension" || colour === "plain");
    e.textContent = [motion, model.bridge ? "" : "droppers without tension are orange"].filter(Boolean).join("; ");
    if (colour === "plain" || plain) return;
    const bar = document.createElement("canvas");
    bar.width = 160;
    bar.height = 1;
    const c = bar.getContext("2d");
    for (let i = 0, rgb3 = [0, 0, 0]; i < 160; i++) {
      ramp(i / 159, rgb3, 0, 255);
      c.fillStyle = "rgb(" + rgb3.map(Math.round).join(",") + ")";
      c.fillRect(i, 0, 1, 1);
    }
    const text = (v) => Viewer.short(v * scale.by, 3);
    e.textContent = colour + (colour === "tension" ? " of droppers " : " ");
    e.append(text(scale.low), bar, text(scale.high) + " " + scale.unit + (motion ? "; " + motion : ""));
  }

  //---------------------------------- pantographs -------------------------------------------------

  function pantograph(k) {
    while (model.pantographs.length <= k) {
      const g = new THREE.BufferGeometry(), at = new THREE.BufferAttribute(new Float32Array(3 * 12), 3);
      g.setAttribute("position", at);
      const frame = new THREE.LineSegments(g, new THREE.LineBasicMaterial({ color: Viewer.color("pantograph") }));
      frame.frustumCulled = false;
      const head = new THREE.Mesh(new THREE.BoxBufferGeometry(0.28, 0.07, 1.6),
        new THREE.MeshBasicMaterial({ color: Viewer.color("pantograph") }));
      const roof = new THREE.Mesh(new THREE.BoxBufferGeometry(15, 3.4, 2.9),
        new THREE.MeshBasicMaterial({ color: Viewer.color("axis"), transparent: true, opacity: 0.28 }));
      world.add(frame, head, roof);
      model.pantographs.push({ frame, at, head, roof });
    }
    return model.pantographs[k];
  }

  // Height of the contact wire as drawn at s: the lowest where two overlap.
  function wireAt(s) {
    const { p, w } = model;
    let height = Infinity;
    w.first.forEach((first, k) => {
      const last = first + w.count[k] - 1;
      if (w.role[k] !== 0 || s < p.s[first] || s > p.s[last]) return;
      const { low, high, part } = Viewer.between(model.wireS[k], s);
      const y = (i) => model.pos[3 * (first + i) + 1];
      height = Math.min(height, y(low) + part * (y(high) - y(low)));
    });
    return height < Infinity ? height : 0;
  }

  // A linkage of two arms between roof and head, its knee by the lengths of the arms.
  function drive(list, t) {
    if (model.bridge) return model.bridge.drive(t);
    list.forEach(({ x }, k) => {
      const g = pantograph(k), on = along(model.tables.scene_track, x), y = wireAt(x) - 0.06;
      const c = Math.cos(on.heading), s = Math.sin(on.heading), a = g.at.array;
      const spot = (i, dx, z, across) => place(on.x + dx * c - across * s, on.y + dx * s + across * c, z, a, i);
      const lower = 1.55, upper = 1.9, rise = Math.min(Math.max(y - ROOF, 0.4), lower + upper - 0.01);
      const knee = (lower * lower - upper * upper + rise * rise) / (2 * rise);
      const off = Math.sqrt(Math.max(lower * lower - knee * knee, 0.01));
      spot(0, 0, ROOF, 0), spot(1, -off, ROOF + knee, 0);
      spot(2, -off, ROOF + knee, 0), spot(3, 0, y, 0);
      spot(4, -off, ROOF + knee, 0), spot(5, 0, y, 0.45);
      spot(6, -off, ROOF + knee, 0), spot(7, 0, y, -0.45);
      spot(8, 0.5, ROOF, 0.6), spot(9, 0.5, ROOF, -0.6);
      spot(10, -0.6, ROOF, 0.6), spot(11, -0.6, ROOF, -0.6);
      g.at.needsUpdate = true;
      g.head.position.set(on.x, y, -on.y);
      g.roof.position.set(on.x, ROOF - 1.8, -on.y);
      g.head.rotation.y = g.roof.rotation.y = on.heading;
    });
    model.pantographs.forEach((g, k) => {
      g.frame.visible = g.head.visible = g.roof.visible = k < list.length;
    });
    if (list.length) follow(list[0].x);
  }

  //---------------------------------- camera ------------------------------------------------------

  // The world is moved, not the camera: a picture follows from the moment alone, whatever was shown
  // before. A free view stays where it was.
  function follow(s) {
    const first = !centre;
    if (first || Viewer.state.camera !== "orbit") {
      const on = along(model.tables.scene_track, s);
      centre = { s, x: on.x, z: -on.y };
      world.position.set(-on.x, 0, on.y);
    }
    if (first) home(true);
  }

  const tidy = (v) => Number(v.toFixed(2));

  // A view that was turned by hand goes into the address: eye, target, and the place that they are
  // counted from.
  function remember() {
    const c = camera.position, t = controls.target;
    Viewer.set({ eye: [c.x, c.y, c.z, t.x, t.y, t.z, centre ? centre.s : 0].map(tidy).join("~") });
  }

  function recall() {
    const v = Viewer.state.eye.split("~").map(Number);
    if (v.length !== 7 || !v.every(Number.isFinite)) return false;
    if (Viewer.state.camera === "orbit" && model.tables.scene_track) {
      const on = along(model.tables.scene_track, v[6]);
      centre = { s: v[6], x: on.x, z: -on.y };
      world.position.set(-on.x, 0, on.y);
    }
    camera.position.set(v[0], v[1], v[2]);
    controls.target.set(v[3], v[4], v[5]);
    controls.update();
    return true;
  }

  // Where a view begins. keep: a view that was turned by hand, and is in the address, stays.
  function home(keep) {
    if (!model) return;
    if (model.bridge) return bridgeHome(keep);
    const t = model.tables.scene_track, length = t.s[t.s.length - 1] - t.s[0];
    if (!centre) {
      const middle = along(t, t.s[0] + length / 2);
      world.position.set(-middle.x, 0, middle.y);
    }
    if (keep && recall()) return;
    const mode = Viewer.state.camera, width = centre ? 64 : Math.min(length, 400);
    const room = width * Math.max(1.1 / camera.aspect, 0.5) / 0.6;
    if (mode === "side") camera.position.set(0, -0.8, room);
    else if (mode === "top") camera.position.set(0, room, 0.01);
    else camera.position.set(-16, 3.2, 21);
    controls.target.set(mode === "follow" || mode === "orbit" ? 5 : 0, -1.3, 0);
    controls.update();
  }

  function bridgeHome(keep) {
    const b = model.bridge, mode = Viewer.state.camera, room = Math.max(Math.min(b.length, 140) * 1.25, 40);
    world.position.set(-b.middle, 0, 0);
    if (keep && recall()) return;
    const far = room * Math.max(1.1 / camera.aspect, 0.62) / 0.62;
    if (mode === "side") camera.position.set(0, 0.5, far);
    else if (mode === "top") camera.position.set(0, far, 0.01);
    else camera.position.set(-0.3 * far, 0.24 * far, 0.72 * far);
    controls.target.set(0, -1.5, 0);
    controls.update();
  }

  // Around the target by angles [rad], and closer by a factor: for the keyboard.
  function turn(left, up, closer) {
    if (!model) return;
    const from = camera.position.clone().sub(controls.target), at = new THREE.Spherical().setFromVector3(from);
    at.theta += left;
    at.phi = Math.min(Math.max(at.phi + up, 0.02), Math.PI - 0.02);
    at.radius = Math.min(Math.max(at.radius * closer, 1), 3000);
    camera.position.copy(from.setFromSpherical(at)).add(controls.target);
    controls.update();
    remember();
  }

  function resize() {
    if (!renderer) return;
    const w = canvas.clientWidth, h = canvas.clientHeight;
    if (!w || !h) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2) * COARSE[coarse]);
    renderer.setSize(w, h, false);
    camera.aspect = w / h;
    camera.updateProjectionMatrix();
  }

  // Where a picture takes too long while it moves it has fewer pixels, until it stands again.
  let coarse = 0;
  function pace(ms) {
    const next = ms > SLOW ? Math.min(coarse + 1, COARSE.length - 1) : ms === 0 ? 0 : coarse;
    if (next === coarse) return false;
    coarse = next;
    resize();
    return true;
  }

  // wait: until the picture is there
  const one = new Uint8Array(4);
  function draw(wait) {
    if (!model) return;
    renderer.render(three, camera);
    const gl = renderer.getContext();
    if (wait) gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, one);
  }

  //---------------------------------- what is under the pointer -----------------------------------

  // Pixels of a point in space, or null if it is behind the camera.
  function project(x, y, z) {
    const v = new THREE.Vector3(x, y, z).add(world.position).project(camera);
    return v.z > 1 ? null : [(v.x + 1) / 2 * canvas.clientWidth, (1 - v.y) / 2 * canvas.clientHeight];
  }

  function middle(found) {
    const q = model.pos, l = model.l, k = found.link;
    if (k === undefined) return [q[3 * found.point], q[3 * found.point + 1], q[3 * found.point + 2]];
    return [0, 1, 2].map((c) => (q[3 * l.a[k] + c] + q[3 * l.b[k] + c]) / 2);
  }

  const whereIs = (found) => project(...middle(found));

  // The nearest link or point within 10 pixels.
  function pick(px, py) {
    let best = null, near = 10;
    const look = (what) => {
      const at = whereIs(what), d = at ? Math.hypot(at[0] - px, at[1] - py) : Infinity;
      if (d < near) near = d, best = what;
    };
    for (let k = 0; k < model.l.kind.length; k++) look({ link: k });
    for (let i = 0; i < model.n; i++) look({ point: i });
    return best;
  }

  // row: {up, force} of one frame, {} for the rest; when: its time for people
  function describe(found, row, when) {
    const { p, l, w } = model;
    if (model.bridge) {
      const i = found.point, beside = p.y[i] ? ", " + Math.abs(p.y[i]).toFixed(2) + (p.y[i] > 0 ? " m left" : " m right") + " of its middle" : "";
      return "deck at " + p.s[i].toFixed(2) + " m" + beside +
        (row.up ? "\ndisplacement upwards " + Viewer.short(1e3 * row.up[i], 4) + " mm" + when : "");
    }
    if (found.link !== undefined) {
      const k = found.link, dropper = l.kind[k] === 0, moving = dropper && row.force && row.force.length;
      const force = moving ? row.force[k] : l.force[k];
      return (dropper ? "dropper" : "steady arm") + " at " + p.s[l.a[k]].toFixed(2) + " m, " +
        (dropper ? "span " : "support ") + l.number[k] + "\nforce " + force.toFixed(2) + " N" +
        (moving ? when : " at rest");
    }
    const i = found.point, wire = p.wire[i];
    return (wire < 0 ? "hinge of a steady arm" : ROLES[w.role[wire]]) + " at " + p.s[i].toFixed(2) + " m\n" +
      (row.up ? "uplift " + (1e3 * row.up[i]).toFixed(2) + " mm" + when + "\n" : "") +
      "height at rest " + p.z[i].toFixed(3) + " m" +
      (wire < 0 ? "" : ", tension at rest " + w.tension[wire].toFixed(0) + " N");
  }

  // The dropper or arm before or behind one, along the track.
  function neighbour(found, by) {
    const { l, p } = model, order = l.kind.map((_, k) => k).sort((a, b) => p.s[l.a[a]] - p.s[l.a[b]]);
    if (!order.length) return null;
    const now = found && found.link !== undefined ? order.indexOf(found.link) : -1;
    if (now >= 0) return { link: order[Math.min(Math.max(now + by, 0), order.length - 1)] };
    const here = centre ? centre.x : controls.target.x - world.position.x;
    const at = order.findIndex((k) => p.x[l.a[k]] >= here);
    return { link: order[at < 0 ? order.length - 1 : at] };
  }

  return { start, open, close, move, drive, home, turn, resize, draw, pace, theme, paint, pick, whereIs, describe,
    neighbour, enlarged, bridge: () => Boolean(model && model.bridge), range: (r) => { range = r; }, has: () => model !== null, fits: (f) => model !== null && f && f.points === model.n, ready: () => Boolean(renderer),
    name: (found) => (found.link !== undefined ? "link:" + found.link : "point:" + found.point),
    picture: () => { pace(0); draw(); return canvas.toDataURL("image/png"); } };
})();
