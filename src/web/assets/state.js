// What the page shows, kept in the part of its address behind '#', and the way to the server.
"use strict";

const Viewer = (() => {
  const DEFAULTS = { tab: "view", result: "", overlay: "", t: 0, camera: "follow", eye: "", enlarge: 0,
    colour: "plain", speed: 0.25, axis: "t", zoom: "", plots: "", mode: 0 };
  const state = Object.assign({}, DEFAULTS);

  function read() {
    const query = new URLSearchParams(location.hash.slice(1));
    for (const [key, usual] of Object.entries(DEFAULTS)) {
      const text = query.get(key), number = Number(text);
      if (text === null) state[key] = usual;
      else if (typeof usual === "string") state[key] = text;
      else state[key] = Number.isFinite(number) ? number : unknown(key, text, usual);
    }
  }

  // What an address asks for and there is not: said, and replaced by what is usual.
  let strange = [];
  function unknown(key, text, usual) {
    strange.push("there is no " + key + " " + text);
    return usual;
  }
  function chosenFrom(key, values) {
    const text = String(state[key]);
    if (!values.includes(text)) state[key] = unknown(key, text, DEFAULTS[key]);
  }
  function strangers() {
    const said = strange;
    strange = [];
    return said;
  }

  let waiting = 0;
  function write() {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const query = new URLSearchParams();
      for (const key of Object.keys(DEFAULTS)) {
        const value = key === "t" ? Number(state.t.toFixed(4)) : state[key];
        if (value !== DEFAULTS[key]) query.set(key, String(value));
      }
      history.replaceState(null, "", "#" + query.toString());
    }, 150);
  }

  function set(changes) {
    Object.assign(state, changes);
    write();
  }

  //---------------------------------- the server --------------------------------------------------

  async function get(path, kind) {
    const answer = await fetch(path, { credentials: "same-origin" });
    if (!answer.ok) {
      const why = await answer.text().catch(() => "");
      throw Object.assign(new Error(why || path + ": " + answer.status), { code: answer.status });
    }
    return kind === "bytes" ? answer.arrayBuffer() : kind === "text" ? answer.text() : answer.json();
  }

  async function post(path, body) {
    const answer = await fetch(path, { method: "POST", credentials: "same-origin",
      headers: { "Content-Type": "application/json" }, body: JSON.stringify(body || {}) });
    const value = await answer.json().catch(() => ({}));
    value.code = answer.status;
    return value;
  }

  function parsed(text) {
    try {
      const summary = JSON.parse(text);
      if (summary && typeof summary === "object") return summary;
    } catch (error) { /* said below */ }
    throw new Error("summary.json: not JSON");
  }

  // A result: its tables on demand, its scene and frames.
  async function load(id) {
    const base = "/api/result/" + id + "/";
    const [list, summary] = await Promise.all([get(base + "tables"), get(base + "summary", "text").then(parsed)]);
    const result = { id, summary, tables: list.tables, cache: {}, scene: null, frames: null };
    result.table = async (name) => {
      const info = result.tables.find((t) => t.name === name);
      if (!info) return null;
      if (!result.cache[name]) {
        const numbers = new Float64Array(await get(base + "table/" + name, "bytes"));
        const table = { info, n: info.n, columns: {} };
        info.channels.forEach((c, i) => {
          table.columns[c.name] = numbers.subarray(i * info.n, (i + 1) * info.n);
        });
        result.cache[name] = table;
      }
      return result.cache[name];
    };
    const [scene, frames, place] = await Promise.all([
      list.tables.some((t) => t.name === "scene_points") ? get(base + "scene") : null,
      list.frames ? get(base + "frames", "bytes") : null, result.table("time")]);
    result.scene = scene;
    result.frames = frames && unpack(list.frames, frames);
    result.place = place;
    return result;
  }

  function unpack(info, bytes) {
    const n = info.n, points = n * info.points;
    const f = { n, points: info.points, links: info.links, modes: info.modes };
    let at = 8 * n;
    f.at = new Float64Array(bytes, 0, n);
    f.up = new Float32Array(bytes, at, points);
    at += 4 * points;
    if (info.sideways) f.sideways = new Float32Array(bytes, at, points), at += 4 * points;
    f.force = new Float32Array(bytes, at, n * info.links);
    return f;
  }

  //---------------------------------- the page ----------------------------------------------------

  const byId = (id) => document.getElementById(id);

  let said = 0;
  function note(text, bad) {
    said++;
    byId("note").textContent = text;
    byId("note").classList.toggle("bad", Boolean(bad));
  }

  // What was said of the last action does not hold after the next one. Not at once: the page may
  // become shorter, and a button would go away below a pointer that is pressing it.
  const LATER = 400;
  function forget() {
    const before = said;
    setTimeout(() => { if (said === before && !document.body.dataset.lost) note(""); }, LATER);
  }

  function download(name, type, content) {
    const url = URL.createObjectURL(new Blob([content], { type })), a = document.createElement("a");
    a.href = url;
    a.download = name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  const inks = new Map();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => inks.clear());
  function color(name) {
    if (!inks.has(name)) {
      inks.set(name, getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim());
    }
    return inks.get(name);
  }

  // Rows of an ascending list around a value: {low, high, part}.
  function between(list, value) {
    let low = 0, high = list.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (list[middle] <= value) low = middle; else high = middle;
    }
    const d = list[high] - list[low];
    return { low, high, part: d > 0 ? Math.min(Math.max((value - list[low]) / d, 0), 1) : 0 };
  }

  const short = (v, digits) => String(Number(v.toPrecision(digits || 6)));

  return { state, set, read, chosenFrom, strangers, get, post, load, note, forget, download, color, byId, between, short };
})();
