// The page: chooses results, keeps time, listens to keys.
"use strict";

(() => {
  const { state, byId, between } = Viewer;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let results = [], list = { results: [], cases: [], texts: [] };
  let playing = false, last = 0, phase = Math.PI / 2, dirty = true, pointed = null;
  const row = {};  // the frame that is drawn
  const frames = () => (results[0] ? results[0].frames : null);
  const moving = () => frames() && !frames().modes;

  //---------------------------------- time --------------------------------------------------------

  function nearestFrame(t) {
    const { low, high, part } = between(frames().at, t);
    return part > 0.5 ? high : low;
  }

  function blend(source, size, at, out) {
    const a = at.low * size, b = at.high * size, q = at.part;
    for (let i = 0; i < size; i++) out[i] = source[a + i] + q * (source[b + i] - source[a + i]);
    return out;
  }

  function timeFrame() {
    const f = frames(), at = between(f.at, state.t), d = f.at[at.high] - f.at[at.low] || 1;
    row.up = blend(f.up, f.points, at, row.up || new Float32Array(f.points));
    row.force = f.links ? blend(f.force, f.links, at, row.force || new Float32Array(f.links)) : null;
    row.speed = row.speed || new Float32Array(f.points);
    if (state.colour === "velocity") {
      const a = at.low * f.points, b = at.high * f.points;
      for (let i = 0; i < f.points; i++) row.speed[i] = (f.up[b + i] - f.up[a + i]) / d;
    }
    return row;
  }

  const SWING = 0.12;  // of the largest displacement of a mode [m]
  function modeFrame() {
    const f = frames(), k = Math.min(state.mode, f.n - 1), swing = SWING * Math.sin(phase);
    const part = (a) => Float32Array.from(a.subarray(k * f.points, (k + 1) * f.points), (v) => v * swing);
    return { up: part(f.up), sideways: f.sideways ? part(f.sideways) : null, force: null };
  }

  // A channel over time at a time, linear between rows.
  function channel(result, name, t) {
    const c = result.place && result.place.columns[name];
    if (!c) return null;
    const { low, high, part } = between(result.place.columns.t, t);
    return c[low] + part * (c[high] - c[low]);
  }

  function pantographs(result, t) {
    const out = [];
    for (let k = 1; result.place && result.place.columns["p" + k + ".x"]; k++) {
      out.push({ x: channel(result, "p" + k + ".x", t), force: channel(result, "p" + k + ".force", t) });
    }
    return out;
  }

  const hasPlace = () => Boolean(results[0] && results[0].place && results[0].place.columns["p1.x"]);

  function timeAt(x) {  // when the first pantograph is at a place
    const c = results[0].place.columns, { low, high, part } = between(c["p1.x"], x);
    return c.t[low] + part * (c.t[high] - c.t[low]);
  }

  function range() {
    const t = results[0] && results[0].place && results[0].place.columns.t;
    const all = [moving() ? frames().at : null, t].filter((a) => a && a.length);
    if (!all.length) return [0, 0];
    return [Math.min(...all.map((a) => a[0])), Math.max(...all.map((a) => a[a.length - 1]))];
  }

  function loop() {
    const z = byId("loop").checked && Plots.zoomed();
    if (!z) return range();
    return state.axis === "x" && hasPlace() ? z.map(timeAt) : z;
  }

  function go(t) {
    const [low, high] = range();
    Viewer.set({ t: Math.min(Math.max(t, low), high) });
    dirty = true;
  }

  // To a time or place that was typed. The field then holds the moment that is shown.
  function jump(id, unit, timeOf, digits) {
    const text = byId(id).value.trim(), wanted = Number(text);
    const shown = () => Viewer.cursor(id === "at-x" ? "x" : "t");
    if (!results[0] || Live.following()) return;
    if (text !== "" && Number.isFinite(wanted)) {
      play(false);
      go(timeOf(wanted));
      const off = Math.abs(shown() - wanted);
      if (off > Math.max(1e-9, 1e-6 * Math.abs(wanted))) {
        Viewer.note(wanted + " " + unit + " is outside of this result: shown is " + shown().toFixed(digits) + " " + unit, true);
      }
    }
    byId(id).value = shown().toFixed(digits);
  }

  function step(by) {
    if (!moving()) return;
    play(false);
    go(frames().at[Math.min(Math.max(nearestFrame(state.t) + by, 0), frames().n - 1)]);
  }

  function play(on) {
    playing = on;
    byId("play").textContent = on ? "Pause" : "Play";
    document.body.dataset.state = Live.following() ? "following" : on ? "playing" : "paused";
    last = counted = since = 0;
    if (!on) Scene.pace(0);
    dirty = true;
  }

  Viewer.cursor = (axis) => ((axis || state.axis) === "x" && hasPlace() ? channel(results[0], "p1.x", state.t) : state.t);
  Viewer.goTo = (x, on) => { play(false); go(on === "x" ? timeAt(x) : x); };
  Viewer.redraw = () => { dirty = true; };

  //---------------------------------- drawing -----------------------------------------------------

  // Time from one frame to the next while playing: a mean over so many, and what follows from it.
  const FRAMES = 20;
  let counted = 0, since = 0;
  function count(now) {
    if (!since) since = now;
    else if (++counted === FRAMES) {
      const mean = (now - since) / FRAMES;
      byId("counter").value = mean.toFixed(1) + " ms a frame";
      byId("counter").dataset.ms = mean.toFixed(2);
      counted = 0;
      since = Scene.pace(mean) ? 0 : now;
    }
  }

  // Numbers that run cannot be read: while playing they are written ten times a second.
  const TELL = 100;
  let told = 0;
  function moment() {
    const now = performance.now(), f = frames(), out = byId("moment");
    if (playing && now - told < TELL) return;
    told = now;
    const p = results[0] ? pantographs(results[0], state.t) : [];
    if (Live.following()) {
      const now = Live.moment();
      fill("at-t", now.t.toFixed(3));
      fill("at-x", now.pantographs.length ? now.pantographs[0].x.toFixed(2) : "");
      return void (out.value = Live.text());
    }
    if (f && f.modes) return void (out.value = "mode " + (state.mode + 1) + ", " +
      f.at[Math.min(state.mode, f.n - 1)].toFixed(3) + " Hz");
    if (!results[0] || (!f && !results[0].place)) return void (out.value = results[0] ? "at rest" : "");
    out.value = p.map((q, k) => (p.length > 1 ? "p" + (k + 1) + " at " + q.x.toFixed(1) + " m: " : "") +
      q.force.toFixed(1) + " N").join(", ");
    byId("time").value = state.t;
    byId("time").setAttribute("aria-valuetext", state.t.toFixed(3) + " s");
    fill("at-t", state.t.toFixed(3));
    fill("at-x", p.length ? p[0].x.toFixed(2) : "");
  }

  function fill(id, text) {
    if (document.activeElement !== byId(id)) byId(id).value = text;
  }

  function redraw() {
    const f = frames();
    if (Scene.has() && Live.following()) Live.draw();
    else if (Scene.fits(f) && f.modes) Scene.move(modeFrame()), Scene.drive([], 0);
    else if (Scene.fits(f)) {
      // channels have steps before the first frame and after the last: there the scene stands still
      const t = Math.min(Math.max(state.t, f.at[0]), f.at[f.n - 1]);
      Scene.move(timeFrame());
      Scene.drive(pantographs(results[0], t), t);
    }
    Scene.draw(!document.body.dataset.first);
    moment();
    if (!Live.following() && !(f && f.modes)) Plots.cursor(playing);
  }

  function advance(now) {
    const seconds = last ? (now - last) / 1e3 * state.speed : 0;
    count(now);
    last = now;
    if (frames() && frames().modes) {
      phase += 2 * Math.PI * seconds * frames().at[Math.min(state.mode, frames().n - 1)];
    } else {
      const [low, high] = loop(), t = state.t + seconds;
      Viewer.set({ t: t > high || t < low ? low : t });
    }
    dirty = true;
  }

  // Resolves when what was asked for so far is in the picture: for tests, and for who writes one.
  let drawn = 0, opening = 0;
  Viewer.settled = async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    while (opening || Plots.busy() || (dirty && !byId("view").hidden)) await frame();
    await frame();
    return drawn;
  };

  function tick(now) {
    requestAnimationFrame(tick);
    if (playing && (!still.matches || now - last > 500)) advance(now);
    if (!dirty || byId("view").hidden) return;
    dirty = false;
    redraw();
    drawn++;
    if (results.length && !document.body.dataset.first) {
      document.body.dataset.first = performance.now().toFixed(0);
    }
  }

  //---------------------------------- results -----------------------------------------------------

  // Folders that all names begin with are left out.
  function common(names) {
    const parts = (names[0] || "").split("/").slice(0, -1);
    while (parts.length && !names.every((n) => n.startsWith(parts.join("/") + "/"))) parts.pop();
    return parts.length ? parts.join("/").length + 1 : 0;
  }

  function options(select, items, chosen, none) {
    const skip = common(items.filter((i) => !i.run).map((i) => i.name));
    select.textContent = "";
    if (none) select.appendChild(new Option(none, ""));
    for (const i of items) {
      const text = (i.run ? i.name : i.name.slice(skip)) + ": " + (i.title || i.kind) +
        (i.status && i.status !== "ok" ? " - " + i.status : "");
      select.appendChild(new Option(text, i.name, false, i.name === chosen));
    }
  }

  async function refresh() {
    list = await Viewer.get("/api/list");
    if (state.result === "" && list.results.length) Viewer.set({ result: list.results[0].name });
    options(byId("result"), list.results, state.result, list.results.length ? null : "none yet");
    options(byId("overlay"), list.results, state.overlay, "nothing");
    Editor.cases(list);
    if (list.more) Viewer.note("there are more results than are listed");
  }

  function extremes(f) {
    const r = { up: 0, move: 0, speed: 0, force: 0 };
    if (!f) return r;
    if (f.modes) return Object.assign(r, { up: SWING, move: SWING, modes: true });
    for (let k = 0, i = 0; k < f.n; k++) {
      const d = k ? f.at[k] - f.at[k - 1] : 1;
      for (const end = i + f.points; i < end; i++) {
        r.up = Math.max(r.up, f.up[i]);
        r.move = Math.max(r.move, Math.abs(f.up[i]));
        if (k) r.speed = Math.max(r.speed, Math.abs(f.up[i] - f.up[i - f.points]) / d);
      }
    }
    for (let i = 0; i < f.force.length; i++) r.force = Math.max(r.force, f.force[i]);
    return r;
  }

  // A result by its name: {name, run, result}, or {name, why} if there is none or it is broken.
  async function read(name) {
    const found = list.results.find((r) => r.name === name);
    if (!found) return { name, why: "there is no result " + name + " here" };
    try {
      return { name, run: found.run, result: await Viewer.load(found.id) };
    } catch (error) {
      mark(name, error.message);
      return { name, why: name + " cannot be shown: " + error.message };
    }
  }

  // In the lists: what could not be read.
  function mark(name, why) {
    for (const id of ["result", "overlay"]) {
      const option = Array.from(byId(id).options).find((o) => o.value === name);
      if (option && !option.text.includes(why)) option.text += " - " + why;
    }
  }

  function nothing() {
    results = [];
    Scene.close();
    Plots.clear();
    for (const id of ["numbers", "verdicts", "moment"]) byId(id).textContent = "";
    for (const id of ["at-t", "at-x"]) byId(id).value = "";
    byId("verdicts").hidden = true;
    byId("empty").hidden = true;
  }

  // Only the newest choice is shown: an answer that comes after another choice is dropped.
  let newest = 0;
  async function open() {
    if (state.result === "") return;
    const mine = ++newest;
    Viewer.note("reading ...");
    opening++;
    try {
      await openBoth(() => mine === newest);
    } finally {
      opening--;
    }
  }

  async function openBoth(current) {
    const names = [state.result, state.overlay].filter(Boolean);
    const [first, second] = await Promise.all(names.map(read));
    if (!current()) return;
    const said = Viewer.strangers();
    results = [first, second].filter((r) => r && r.result).map((r) => r.result);
    results.forEach((r, i) => { r.name = names[i]; });
    if (!first.result) nothing();
    else if (second && !second.result) said.push(second.why + ": nothing is compared");
    Object.keys(row).forEach((k) => delete row[k]);
    if (first.result) said.push(...await show(results[0], current));
    else said.unshift(first.why);
    if (!current()) return;
    Viewer.note(said.join("; "), said.length > 0);
    byId("keep").hidden = !(list.folder && first.run && first.result);
    document.body.dataset.shown = state.result;
  }

  // A run of the editor becomes a folder of results, under a name that is not taken.
  async function keep() {
    const run = list.results.find((r) => r.name === state.result), name = prompt("Name of a new folder for this result");
    if (!run || !name) return;
    const j = await Viewer.post("/api/keep", { result: run.id, name }).catch(() => ({ code: 0 }));
    if (j.code === 409) return Viewer.note(name + " exists already: nothing was written", true);
    if (j.code !== 200) return Viewer.note(name + " was not written: " + (j.message || "the program does not answer"), true);
    await refresh();
    controls();
    Viewer.note("kept as " + name);
  }

  // Returns what is to be said of it; does no more if another result has been chosen meanwhile.
  async function show(result, current) {
    const f = result.frames, [low, high] = range();
    byId("mode-label").hidden = !(f && f.modes);
    for (const id of ["at-x", "axis"]) byId(id).parentElement.hidden = !hasPlace();
    if (f && f.modes) {
      byId("mode").textContent = "";
      f.at.forEach((hz, i) => byId("mode").appendChild(
        new Option((i + 1) + ": " + hz.toFixed(3) + " Hz", i, false, i === state.mode)));
    }
    byId("time").min = low;
    byId("time").max = high;
    byId("timeline").classList.toggle("idle", high <= low && !(f && f.modes));
    if (result.scene && Scene.ready()) {
      Scene.range(extremes(f));
      Scene.open(result.scene);
    } else Scene.close();
    byId("empty").hidden = Scene.has() || !Scene.ready();
    byId("camera").options[0].text = hasPlace() ? "follow the pantograph" : "at an angle";
    pointed = null;
    byId("tip").hidden = true;
    go(state.t);
    const said = await Plots.open(results);
    if (!current()) return [];
    verdicts();
    numbers();
    return said;
  }

  //---------------------------------- what the summary says ---------------------------------------

  const element = (kind, text, name) =>
    Object.assign(document.createElement(kind), { textContent: text, className: name || "" });

  function limits(v) {
    const low = typeof v.low === "number", high = typeof v.high === "number";
    if (!low && !high) return "";
    return (low ? "from " + Viewer.short(v.low) + " " : "") + (high ? "to " + Viewer.short(v.high) : "");
  }

  function verdictTable(list) {
    const table = document.createElement("table"), head = table.createTHead().insertRow();
    for (const name of ["quantity", "value", "limits", "result", "standard", "note"]) {
      head.appendChild(Object.assign(element("th", name), { scope: "col" }));
    }
    const body = table.createTBody();
    for (const v of list) {
      const tr = body.insertRow(), unit = v.unit ? " " + v.unit : "", bounds = limits(v);
      const value = typeof v.value === "number" ? Viewer.short(v.value) + unit : "-";
      for (const text of [v.quantity, value, bounds && bounds.trim() + unit, v.result, v.standard, v.note]) {
        tr.insertCell().textContent = text || "";
      }
      tr.className = v.result === "pass" || v.result === "fail" ? v.result : "undecided";
    }
    return table;
  }

  // Status, message, verdicts and warnings: what a reader must know before the numbers.
  function verdicts() {
    const box = byId("verdicts");
    box.textContent = "";
    for (const { name, summary: s } of results) {
      const list = Array.isArray(s.verdicts) ? s.verdicts : [], warned = Array.isArray(s.warnings) ? s.warnings : [];
      const ended = s.status && s.status !== "ok";
      if (!ended && !list.length && !warned.length) continue;
      if (results.length > 1) box.appendChild(element("h3", name));
      if (ended) box.appendChild(element("p", s.status + (s.message ? ": " + s.message : ""), "bad"));
      if (list.length) box.appendChild(verdictTable(list));
      for (const text of warned) box.appendChild(element("p", "warning: " + text, "warning"));
    }
    box.hidden = !box.firstChild;
  }

  // Long lists (droppers, supports) are tables of their own: here they would hide the rest.
  const LONG = 8;
  function flatten(object, path, out) {
    for (const [k, v] of Object.entries(object || {})) {
      const name = path ? path + "." + k : k;
      if (typeof v === "number") out[name] = v;
      else if (v && typeof v === "object" && !(Array.isArray(v) && v.length > LONG)) flatten(v, name, out);
    }
    return out;
  }

  // Numbers of the summary; with a second result those that differ stand out.
  function numbers() {
    const all = results.map((r) => flatten(r.summary, "", {})), table = document.createElement("table");
    const text = (v) => (v === undefined ? "-" : Viewer.short(v, 7));
    const order = (key) => (/^(pantographs|bridge|rt|max_uplift)\b/.test(key) ? 0 : 1);
    const head = table.createTHead().insertRow();
    ["", ...results.map((r) => r.name.split("/").pop())].forEach((name) => {
      head.appendChild(Object.assign(document.createElement("th"), { textContent: name, scope: "col" }));
    });
    for (const key of Object.keys(all[0]).sort((a, b) => order(a) - order(b))) {
      if (/^timing|^format/.test(key)) continue;
      const tr = table.insertRow();
      tr.insertCell().textContent = key;
      all.forEach((a) => { tr.insertCell().textContent = text(a[key]); });
      if (all.length > 1 && text(all[0][key]) !== text(all[1][key])) tr.className = "differs";
    }
    byId("numbers").textContent = "";
    byId("numbers").appendChild(table);
  }

  // A run has ended: its result beside the one that was shown.
  Viewer.finished = async (id) => {
    await refresh();
    const run = list.results.find((r) => r.id === id);
    if (run) Viewer.set({ overlay: state.result === run.name ? "" : state.result, result: run.name, t: 0, zoom: "" });
    controls();
    select("view");
    await open();
    play(false);
  };

  // Another start of the program, or new results: what is shown stays if it is still there.
  Viewer.again = async () => {
    await refresh();
    controls();
    if (!results.length || !list.results.some((r) => r.name === state.result)) await open();
    play(playing);
  };
  Viewer.reopen = open;

  //---------------------------------- controls ----------------------------------------------------

  function select(tab) {
    for (const name of ["view", "case"]) {
      byId(name).hidden = name !== tab;
      byId("tab-" + name).setAttribute("aria-selected", String(name === tab));
    }
    Viewer.set({ tab });
    resize();
  }
  Viewer.select = select;

  function resize() {
    if (byId("view").hidden) return;
    Scene.resize();
    Plots.resize();
    dirty = true;
  }

  function bind(id, then) {
    byId(id).addEventListener("change", () => {
      const text = byId(id).value;
      Viewer.set({ [id]: typeof state[id] === "number" ? Number(text) : text });
      then();
      dirty = true;
    });
  }

  // Choices that an address may name.
  function known() {
    for (const id of ["camera", "enlarge", "colour", "speed", "axis"]) {
      Viewer.chosenFrom(id, Array.from(byId(id).options, (o) => o.value));
    }
    Viewer.chosenFrom("tab", ["view", "case"]);
  }

  function controls() {
    for (const id of ["camera", "enlarge", "colour", "speed", "mode", "axis", "result", "overlay"]) {
      byId(id).value = String(state[id]);
    }
  }

  function camera(mode) {
    byId("camera").value = mode;
    Viewer.set({ camera: mode, eye: "" });
    Scene.home();
    dirty = true;
  }

  // What a picture shows and the page tells beside it: the moment above, the legend below.
  function caption() {
    const f = frames();
    if (Live.following()) return "t = " + Live.moment().t.toFixed(3) + " s, " + Live.text();
    if (!f && !results[0].place) return "at rest";
    return (f && f.modes ? "" : "t = " + state.t.toFixed(3) + " s" + (byId("moment").value ? ", " : "")) + byId("moment").value;
  }

  function drawLegend(g, x, y) {
    for (const part of byId("legend").childNodes) {
      if (part.nodeName === "CANVAS") g.drawImage(part, x, y - 10, 160, 10), x += 168;
      else g.fillText(part.textContent, x, y), x += g.measureText(part.textContent).width + 8;
    }
  }

  function annotated() {
    const to = document.createElement("canvas"), g = to.getContext("2d"), from = byId("canvas");
    Scene.picture();
    to.width = from.width;
    to.height = from.height;
    g.drawImage(from, 0, 0);
    if (!Scene.has() || !(results[0] || Live.following())) return to;
    const ratio = from.width / from.clientWidth;
    g.scale(ratio, ratio);
    g.font = "13px sans-serif";
    g.fillStyle = Viewer.color("ink");
    g.fillText(caption(), 12, 22);
    drawLegend(g, 12, from.clientHeight - 12);
    return to;
  }

  function pictureBytes() {
    const text = atob(annotated().toDataURL("image/png").split(",")[1]);
    return Uint8Array.from(text, (c) => c.charCodeAt(0));
  }

  // One picture per frame of the range, numbered: what makes a film.
  async function sequence() {
    if (!moving()) return Viewer.note("there is no motion to be pictured", true);
    play(false);
    const z = Plots.zoomed(), [low, high] = z ? (state.axis === "x" && hasPlace() ? z.map(timeAt) : z) : range();
    const inside = Array.from(frames().at).filter((t) => t >= low && t <= high), files = [];
    for (const t of inside.slice(0, 500)) {
      go(t);
      redraw();
      files.push({ name: "frame-" + String(files.length + 1).padStart(5, "0") + ".png", bytes: pictureBytes() });
      if (files.length % 10 === 0) {
        Viewer.note(files.length + " of " + inside.length + " pictures");
        await new Promise((done) => setTimeout(done, 0));
      }
    }
    Archive.save("frames", "image/png", files);
    Viewer.note(files.length + " pictures" + (inside.length > 500 ? " (the first 500 of " + inside.length + ")" : ""));
  }

  //---------------------------------- pointer and keys --------------------------------------------

  // Values are those of the nearest frame, none in between.
  function tell(found, x, y) {
    const tip = byId("tip"), f = frames(), box = byId("canvas");
    pointed = found;
    tip.hidden = !found;
    if (!found) return;
    const now = moving() && !Live.following(), k = now ? nearestFrame(state.t) : 0;
    const values = now ? { up: f.up.subarray(k * f.points, (k + 1) * f.points),
      force: f.force.subarray(k * f.links, (k + 1) * f.links) } : {};
    tip.textContent = Scene.describe(found, values, now ? " at t = " + f.at[k].toFixed(3) + " s" : "");
    tip.dataset.name = Scene.name(found);
    tip.dataset.frame = k;
    tip.style.left = Math.max(4, Math.min(x + 14, box.clientWidth - 250)) + "px";
    tip.style.top = Math.min(y + 14, box.clientHeight - 70) + "px";
  }

  function hover(event) {
    const box = byId("canvas").getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    if (playing || (event.buttons && event.type === "pointermove") || !Scene.has()) return tell(null);
    tell(Scene.pick(x, y), x, y);
  }

  function next(by) {
    const found = Scene.has() && !playing ? Scene.neighbour(pointed, by) : null, at = found && Scene.whereIs(found);
    if (found) tell(found, ...(at || [20, 60]));
  }

  const KEYS = { " ": () => play(!playing), ArrowLeft: () => step(-1), ArrowRight: () => step(1),
    Home: () => go(range()[0]), End: () => go(range()[1]), f: () => camera("follow"), s: () => camera("side"),
    t: () => camera("top"), o: () => camera("orbit"), "+": () => Scene.turn(0, 0, 0.8), "-": () => Scene.turn(0, 0, 1.25),
    n: () => next(1), p: () => next(-1), Enter: () => pointed && Plots.add(Scene.name(pointed)),
    "Shift ArrowLeft": () => Scene.turn(-0.1, 0, 1), "Shift ArrowRight": () => Scene.turn(0.1, 0, 1),
    "Shift ArrowUp": () => Scene.turn(0, -0.1, 1), "Shift ArrowDown": () => Scene.turn(0, 0.1, 1) };

  function keys(event) {
    const e = event.target, name = (event.shiftKey && /^Arrow/.test(event.key) ? "Shift " : "") + event.key;
    if (/^(INPUT|SELECT|TEXTAREA|SUMMARY)$/.test(e.tagName) || byId("view").hidden) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[name]) return;
    if (/^( |Enter)$/.test(event.key) && e.tagName === "BUTTON") return;
    event.preventDefault();
    KEYS[name]();
    dirty = true;
  }

  // Arrow keys between tabs, as a list of tabs has it.
  function tabKeys(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    const other = byId("view").hidden ? "view" : "case";
    select(other);
    byId("tab-" + other).focus();
  }

  function wire() {
    bind("camera", () => camera(state.camera));
    bind("enlarge", () => {});
    bind("colour", () => Scene.has() && Scene.paint(true));
    bind("speed", () => {});
    bind("mode", () => {});
    bind("axis", () => { Viewer.set({ zoom: "" }); Plots.build(); });
    bind("result", () => { Viewer.set({ zoom: "", eye: "" }); Live.leave(); open(); });
    bind("overlay", open);
    byId("play").addEventListener("click", () => play(!playing));
    byId("back").addEventListener("click", () => step(-1));
    byId("next").addEventListener("click", () => step(1));
    byId("time").addEventListener("input", () => { play(false); go(Number(byId("time").value)); });
    byId("at-t").addEventListener("change", () => jump("at-t", "s", (t) => t, 3));
    byId("at-x").addEventListener("change", () => { if (hasPlace()) jump("at-x", "m", timeAt, 2); });
    for (const id of ["from", "to"]) {
      byId(id).addEventListener("change", () => Plots.zoom(Number(byId("from").value), Number(byId("to").value)));
    }
    byId("all").addEventListener("click", () => Plots.zoom(0, 0));
    for (const id of ["png", "svg", "csv"]) byId(id).addEventListener("click", () => Plots[id]());
    byId("search").addEventListener("change", () => {
      const name = byId("search").value.trim();
      if (name && !Plots.add(name)) return Viewer.note("there is no channel " + name, true);
      byId("search").value = "";
    });
    byId("picture").addEventListener("click", () => Viewer.download("catenaria.png", "image/png", pictureBytes()));
    byId("sequence").addEventListener("click", sequence);
    byId("keep").addEventListener("click", keep);
    for (const name of ["view", "case"]) byId("tab-" + name).addEventListener("click", () => select(name));
    document.querySelector("nav").addEventListener("keydown", tabKeys);
    const canvas = byId("canvas");
    canvas.addEventListener("pointermove", hover);
    canvas.addEventListener("pointerdown", (e) => { if (e.pointerType === "touch") hover(e); });
    canvas.addEventListener("pointerleave", () => tell(null));
    canvas.addEventListener("dblclick", () => pointed && Plots.add(Scene.name(pointed)));
    for (const kind of ["change", "click"]) document.addEventListener(kind, () => { if (!opening) Viewer.forget(); }, true);
    addEventListener("keydown", keys);
    addEventListener("resize", resize);
    addEventListener("hashchange", changed);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { Scene.theme(); Plots.build(); dirty = true; });
  }

  // Somebody has changed the address.
  async function changed() {
    const before = state.result + "\n" + state.overlay, shown = state.result;
    Viewer.read();
    known();
    if (state.result === "") state.result = shown;
    controls();
    select(state.tab);
    if (before !== state.result + "\n" + state.overlay) await open();
    else {
      const said = Viewer.strangers().concat(await Plots.build() || []);
      Viewer.note(said.join("; "), said.length > 0);
    }
    Scene.home(true);
    dirty = true;
  }

  async function begin() {
    Viewer.read();
    known();
    try { Scene.start(byId("canvas")); } catch (error) { document.body.classList.add("flat"); }
    byId("picture").disabled = byId("sequence").disabled = !Scene.ready();
    wire();
    controls();
    Scene.resize();
    requestAnimationFrame(tick);
    const schema = Editor.start();
    await refresh();
    controls();
    select(list.results.length || state.tab === "case" ? state.tab : "case");
    await open();
    play(false);
    if (!list.results.length) Live.want();
    Live.connect();
    await schema;
    if (!Scene.ready()) Viewer.note("This browser has no WebGL: there are plots only.", true);
  }

  begin().catch((error) => Viewer.note(error.message, true));
})();
