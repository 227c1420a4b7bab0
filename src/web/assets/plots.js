// Plots of channels, linked by value: one cursor, one range, over time or place.
"use strict";

const Plots = (() => {
  const INKS = { light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5b4fb5", "#7f7f1f"],
    dark: ["#56b4e9", "#e69f00", "#00b389", "#cc79a7", "#f0e442", "#d55e00", "#b39ddb", "#bcbd22"] };
  const { byId, short } = Viewer;
  let charts = [], results = [], building = 0, built = 0;
  // values stand in the title; its legend would also need inline styles, which the page forbids
  Dygraph.PLUGINS = Dygraph.PLUGINS.filter((p) => p !== Dygraph.Plugins.Legend);
  const inks = () => INKS[matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"];

  //---------------------------------- channels ----------------------------------------------------

  // The abscissa of a table is its first channel (docs/results.md).
  const first = (info) => info.channels[0].name;

  function names() {
    const list = [];
    for (const t of results[0] ? results[0].tables : []) {
      if (t.name.startsWith("scene_")) continue;
      t.channels.filter((c) => c.name !== first(t))
        .forEach((c) => list.push(t.name === "time" ? c.name : t.name + "/" + c.name));
    }
    return list;
  }

  function defaults() {
    const all = names(), out = [];
    const add = (list) => { if (list.length) out.push(list.join("+")); };
    add(all.filter((n) => /^p\d+\.force/.test(n)));
    add(all.filter((n) => n.startsWith("uplift/")).slice(0, 4));
    add(all.filter((n) => /^p\d+\.height$/.test(n)));
    add(all.filter((n) => n === "deflection" || n === "crawl"));
    add(all.filter((n) => n === "acceleration_filtered"));
    add(all.filter((n) => /^c1\./.test(n)));
    if (!out.length) add(all.slice(0, 1));
    return out;
  }

  const NONE = "-";
  const listed = () => (Viewer.state.plots === "" ? defaults() :
    Viewer.state.plots.split(",").filter((t) => t !== NONE));

  // Motion of one point or tension of one dropper, from the frames: "link:17", "point:800".
  function fromFrames(result, name) {
    const [what, number] = name.split(":"), i = Number(number), f = result.frames;
    if (!f || f.modes || !(i >= 0) || (what !== "link" && what !== "point")) return null;
    const size = what === "link" ? f.links : f.points, source = what === "link" ? f.force : f.up;
    if (i >= size) return null;
    return { t: f.at, y: Float64Array.from(f.at, (_, k) => source[k * size + i]),
      unit: what === "link" ? "N" : "m", doc: what === "link" ? "tension" : "uplift" };
  }

  // {t or other abscissa, values, unit} of a channel of a result, or null.
  async function channel(result, name) {
    const own = fromFrames(result, name);
    if (own) return { x: own.t, on: "t", unit: "s", y: own.y, of: own.unit };
    const [table, which] = name.includes("/") ? name.split("/") : ["time", name];
    const t = await result.table(table);
    if (!t || !t.columns[which]) return null;
    const on = t.info.channels.find((c) => c.name === first(t.info));
    return { x: t.columns[on.name], on: on.name, unit: on.unit, y: t.columns[which],
      of: t.info.channels.find((c) => c.name === which).unit };
  }

  // Values over another grid; null outside.
  function resample(x, y, at) {
    let i = 0;
    return Array.from(at, (v) => {
      while (i + 2 < x.length && x[i + 1] < v) i++;
      if (v < x[0] || v > x[x.length - 1]) return null;
      const d = x[i + 1] - x[i];
      return d ? y[i] + (y[i + 1] - y[i]) * (v - x[i]) / d : y[i];
    });
  }

  // The pantograph that a channel belongs to, "p2"; what belongs to none is over the place of the first.
  function carrier(result, name) {
    const own = name.match(/(?:^|[/_])(p\d+)(?=[./_]|$)/);
    return own && result.place.columns[own[1] + ".x"] ? own[1] : "p1";
  }

  function overPlace(c, result, name) {
    if (c.on !== "t" || Viewer.state.axis !== "x" || !result.place || !result.place.columns["p1.x"]) return c;
    const who = carrier(result, name), place = result.place.columns[who + ".x"], t = result.place.columns.t;
    return Object.assign(c, { on: "x", unit: "m", who, x: c.x === t ? place : resample(t, place, c.x) });
  }

  // The points of the first channel, and those of others before and behind them.
  function gridOf(all) {
    const { x, on, unit } = all[0], carriers = new Set(all.map((c) => c.who));
    let grid = Array.from(x);
    for (const c of all) {
      if (c.on !== on) continue;
      const low = grid[0], high = grid[grid.length - 1];
      const before = c.x[0] < low ? Array.from(c.x).filter((v) => v < low) : [];
      const behind = c.x[c.x.length - 1] > high ? Array.from(c.x).filter((v) => v > high) : [];
      if (before.length || behind.length) grid = [...before, ...grid, ...behind];
    }
    const title = !all[0].who ? on : carriers.size > 1 ? "place of the channel's own pantograph" : "place of " + all[0].who;
    return { x: grid, on, unit, title: title + (unit ? " [" + unit + "]" : "") };
  }

  // All results of one plot over one grid.
  async function series(text) {
    const all = [];
    for (const [k, result] of results.entries()) {
      for (const name of text.split("+")) {
        const found = await channel(result, name);
        if (found) all.push(Object.assign(overPlace(found, result, name), { label: (k ? "compared: " : "") + name, k }));
      }
    }
    if (!all.some((c) => c.k === 0)) return { grid: null, out: [] };
    const grid = gridOf(all);
    const same = (c) => c.x.length === grid.x.length && (c.x === all[0].x || c.x.every((v, i) => v === grid.x[i]));
    return { grid, out: all.map((c) => ({ label: c.label, unit: c.of, y: same(c) ? c.y : resample(c.x, c.y, grid.x) })) };
  }

  //---------------------------------- charts ------------------------------------------------------

  async function open(list) {
    results = list;
    const options = byId("channels");
    options.textContent = "";
    for (const name of names()) {
      const o = document.createElement("option");
      o.value = name;
      options.appendChild(o);
    }
    return build();
  }

  const read = async (list) => Promise.all(list.map(async (text) => [text, await series(text)]));

  // What the plots do not show and somebody may look for.
  function missing(all) {
    const gone = all.filter(([, s]) => !s.grid).map(([text]) => text), said = [];
    if (gone.length) said.push("this result has no channel " + gone.join(", "));
    const both = all.some(([, s]) => s.out.some((o) => o.label.startsWith("compared: ")));
    if (results.length > 1 && !both && all.some(([, s]) => s.grid)) {
      said.push(results[1].name + " has none of the channels that are plotted");
    }
    return said;
  }

  // Resolves to what is to be said of it.
  async function build() {
    const mine = ++building;
    let all = await read(listed());
    const said = missing(all);
    if (all.length && !all.some(([, s]) => s.grid) && mine === building && Viewer.state.plots !== "") {
      Viewer.set({ plots: "" });
      all = await read(listed());
    }
    if (mine !== building) return [];
    built = mine;
    charts.forEach((c) => c.graph.destroy());
    byId("plots").textContent = "";
    charts = all.filter(([, s]) => s.grid && s.out.length).map(([text, s]) => make(text, s.grid, s.out));
    for (const c of charts) if (c.linked) c.graph.updateOptions({ dateWindow: zoomed() || whole() });
    ranges();
    cursor();
    return said;
  }

  const plain = (text) => text.replace(/[<&]/g, "");  // dygraphs takes titles for HTML
  const element = (kind, name) => Object.assign(document.createElement(kind), { className: name });

  function frame(title, remove) {
    const div = element("div", "plot"), h = element("h3", ""), chart = element("div", "chart");
    const values = element("span", ""), close = element("button", ""), mark = element("div", "mark");
    close.textContent = "Remove";
    close.type = "button";
    close.setAttribute("aria-label", "Remove the plot of " + title);
    close.addEventListener("click", remove);
    close.hidden = !remove;
    h.append(title, values, close);
    div.append(h, chart);
    byId("plots").appendChild(div);
    return { div, chart, values, mark };
  }

  const look = (n) => ({ legend: "never", animatedZooms: false, rightGap: 8, strokeWidth: 1.2,
    colors: Array.from({ length: n }, (_, i) => inks()[i % inks().length]), highlightCircleSize: 0,
    axisLineColor: Viewer.color("axis"), gridLineColor: Viewer.color("grid") });

  function make(text, grid, out) {
    const linked = grid.on === "t" || (grid.on === "x" && Viewer.state.axis === "x" && results[0].place);
    const name = (n) => n.replace(/^link:/, "tension of link ").replace(/^point:/, "uplift of point ");
    const title = name(text.includes("+") ? text.slice(0, text.indexOf("+")) + " ..." : text) +
      (out[0].unit ? " [" + out[0].unit + "]" : "");
    const self = Object.assign({ text, grid, out, linked }, frame(title, () => {
      Viewer.set({ plots: listed().filter((t) => t !== text).join(",") || NONE });
      build();
    }));
    self.values.appendChild(element("i", ""));
    out.forEach((_, k) => { self.values.appendChild(element("i", "")).style.color = inks()[k % inks().length]; });
    self.rows = grid.x.map((x, i) => [x, ...out.map((s) => s.y[i])]);
    self.graph = new Dygraph(self.chart, self.rows, Object.assign(look(out.length), {
      xlabel: plain(grid.title), ylabel: plain(out[0].unit ? "[" + out[0].unit + "]" : ""), xLabelHeight: 16, yLabelWidth: 16,
      labels: [grid.on + " [" + grid.unit + "]", ...out.map((s, i) => s.label + (i ? " " + i : ""))],
      dateWindow: linked ? zoomed() : null,
      highlightCallback: (event, x) => show(self, x),
      unhighlightCallback: () => cursor(),
      clickCallback: (event, x) => { if (linked) Viewer.goTo(x, grid.on); },
      zoomCallback: (a, b) => { if (linked) zoom(a, b); },
      drawCallback: (graph) => point(self, graph),
    }));
    self.chart.appendChild(self.mark);
    if (!linked) self.mark.hidden = true;
    return self;
  }

  // The cursor is an element of its own: nothing is drawn anew when it moves.
  function point(self, graph) {
    if (!self.linked || !graph) return;
    const x = graph.toDomXCoord(Viewer.cursor()), area = graph.getArea();
    self.mark.hidden = !(x >= area.x && x <= area.x + area.w);
    self.mark.style.transform = "translateX(" + x.toFixed(1) + "px)";
    self.mark.style.height = area.h + "px";
  }

  function show(self, x) {
    const { low, high, part } = Viewer.between(self.grid.x, x), i = part > 0.5 ? high : low;
    self.values.firstChild.textContent = self.grid.on + " " + short(self.grid.x[i]) + " " + self.grid.unit + ": ";
    self.out.forEach((s, k) => {
      const v = s.y[i], text = v === null || v === undefined ? "-" : short(v);
      self.values.children[k + 1].textContent = s.label + " " + text + (s.unit ? " " + s.unit : "");
    });
    self.values.dataset.row = i;
  }

  let last = 0;
  function cursor(playing) {
    const now = performance.now(), tell = !playing || now - last > 150;
    if (tell) last = now;
    for (const c of charts) {
      if (!c.linked) continue;
      point(c, c.graph);
      if (tell) show(c, Viewer.cursor());
    }
  }

  //---------------------------------- range -------------------------------------------------------

  const zoomed = () => {
    const z = Viewer.state.zoom.split("~").map(Number);
    return z.length === 2 && z[1] > z[0] ? z : null;
  };

  const whole = () => {
    const all = charts.filter((q) => q.linked).map((q) => q.grid.x);
    return all.length ? [Math.min(...all.map((x) => x[0])), Math.max(...all.map((x) => x[x.length - 1]))] : null;
  };

  function ranges() {
    const r = zoomed() || whole();
    byId("from").value = r ? short(r[0], 7) : "";
    byId("to").value = r ? short(r[1], 7) : "";
  }

  function zoom(a, b) {
    const all = whole(), same = !all || !(b > a) || (a <= all[0] + 1e-9 && b >= all[1] - 1e-9);
    Viewer.set({ zoom: same ? "" : Number(a.toFixed(4)) + "~" + Number(b.toFixed(4)) });
    for (const c of charts) if (c.linked) c.graph.updateOptions({ dateWindow: zoomed() || whole(), valueRange: null });
    ranges();
  }

  function add(name) {
    if (!names().includes(name) && !(results[0] && fromFrames(results[0], name))) return false;
    if (!listed().includes(name)) Viewer.set({ plots: [...listed(), name].join(",") });
    build();
    return true;
  }

  //---------------------------------- a run that is followed --------------------------------------

  let following = null;
  function followed(t, forces) {
    if (!following || t < following.t) {
      charts.forEach((c) => c.graph.destroy());
      charts = [];
      built = ++building;
      byId("plots").textContent = "";
      following = { t, rows: [], parts: frame("contact force of the run [N]", null) };
    }
    following.t = t;
    following.rows.push([t, ...forces]);
    following.parts.values.textContent = forces.map((f) => f.toFixed(1) + " N").join("   ");
    const now = performance.now();
    if (following.graph && now - following.drawn < 250) return;
    following.drawn = now;
    if (following.graph) following.graph.updateOptions({ file: following.rows });
    else following.graph = new Dygraph(following.parts.chart, following.rows, Object.assign(look(forces.length),
      { labels: ["t", ...forces.map((_, i) => "p" + (i + 1))] }));
  }

  function unfollow() {
    if (following && following.graph) following.graph.destroy();
    following = null;
  }

  //---------------------------------- export ------------------------------------------------------

  const bytes = (text) => new TextEncoder().encode(text);

  function csv() {
    Archive.save("plots", "text/csv", charts.map((c, k) => {
      const range = c.linked && zoomed(), head = [c.grid.on + " [" + c.grid.unit + "]",
        ...c.out.map((s) => s.label + " [" + s.unit + "]")].join(",");
      const rows = c.rows.filter((r) => !range || (r[0] >= range[0] && r[0] <= range[1]));
      return { name: "plot-" + (k + 1) + ".csv",
        bytes: bytes(head + "\n" + rows.map((r) => r.join(",")).join("\n") + "\n") };
    }));
  }

  // The axes of dygraphs are elements: here they are drawn.
  function drawn(c) {
    const from = c.chart.querySelector("canvas"), ratio = from.width / c.chart.clientWidth;
    const to = document.createElement("canvas"), g = to.getContext("2d");
    to.width = from.width;
    to.height = from.height + (24 + 4) * ratio;
    g.scale(ratio, ratio);
    g.fillStyle = Viewer.color("back");
    g.fillRect(0, 0, to.width, to.height);
    g.drawImage(from, 0, 24, from.width / ratio, from.height / ratio);
    g.font = "12px sans-serif";
    c.out.forEach((s, i) => {
      g.fillStyle = inks()[i % inks().length];
      g.fillText(s.label + " [" + s.unit + "]", 60 + 200 * i, 16);
    });
    g.fillStyle = Viewer.color("ink");
    for (const l of tickLabels(c)) {
      g.textAlign = l.align;
      g.textBaseline = "middle";
      g.fillText(l.text, l.x, l.y + 24);
    }
    g.textBaseline = "bottom";
    g.textAlign = "center";
    const area = c.graph.getArea();
    g.fillText(c.grid.title, area.x + area.w / 2, to.height / ratio - 2);
    return new Promise((done) => to.toBlob(done));
  }

  // Where the labels of the ticks belong: below the middle of their boxes, and beside the right end.
  function tickLabels(c) {
    const box = c.chart.getBoundingClientRect();
    return Array.from(c.chart.querySelectorAll(".dygraph-axis-label"), (e) => {
      const at = e.getBoundingClientRect(), below = e.classList.contains("dygraph-axis-label-x");
      return { text: e.textContent, align: below ? "center" : "right", below,
        x: (below ? (at.left + at.right) / 2 : at.right) - box.left, y: (at.top + at.bottom) / 2 - box.top };
    });
  }

  async function png() {
    const blobs = await Promise.all(charts.map(drawn)), files = [];
    for (const [k, blob] of blobs.entries()) {
      files.push({ name: "plot-" + (k + 1) + ".png", bytes: new Uint8Array(await blob.arrayBuffer()) });
    }
    Archive.save("plots", "image/png", files);
  }

  function svgOf(c) {
    const w = 900, h = 260, [x0, x1] = c.graph.xAxisRange(), [y0, y1] = c.graph.yAxisRange(), parts = [];
    const X = (v) => 60 + (v - x0) / (x1 - x0) * (w - 75), Y = (v) => 20 + (y1 - v) / (y1 - y0) * (h - 55);
    c.out.forEach((s, i) => {
      const ink = INKS.light[i % INKS.light.length];
      const d = c.rows.filter((r) => r[0] >= x0 && r[0] <= x1 && r[i + 1] !== null)
        .map((r, q) => (q ? "L" : "M") + X(r[0]).toFixed(1) + " " + Y(r[i + 1]).toFixed(1)).join("");
      parts.push('<path fill="none" stroke="' + ink + '" d="' + d + '"/>', '<text x="' + (64 + 170 * i) +
        '" y="14" fill="' + ink + '">' + plain(s.label + " [" + s.unit + "]") + "</text>");
    });
    for (let i = 0; i <= 4; i++) {
      const x = x0 + i * (x1 - x0) / 4, y = y0 + i * (y1 - y0) / 4;
      parts.push('<text x="' + X(x) + '" y="' + (h - 18) + '" text-anchor="middle">' + short(x, 4) + "</text>",
        '<text x="54" y="' + (Y(y) + 4) + '" text-anchor="end">' + short(y, 4) + "</text>");
    }
    parts.push('<text x="' + w / 2 + '" y="' + (h - 4) + '">' + plain(c.grid.title) + "</text>");
    return '<svg xmlns="http://www.w3.org/2000/svg" width="' + w + '" height="' + h +
      '" font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>' +
      '<rect x="60" y="20" width="' + (w - 75) + '" height="' + (h - 55) + '" fill="none" stroke="#999"/>' +
      parts.join("") + "</svg>\n";
  }

  const svg = () => Archive.save("plots", "image/svg+xml",
    charts.map((c, k) => ({ name: "plot-" + (k + 1) + ".svg", bytes: bytes(svgOf(c)) })));

  return { open, build, busy: () => built !== building, cursor, zoom, zoomed, add, tickLabels, csv, png, svg, followed, unfollow, charts: () => charts,
    resize: () => charts.forEach((c) => c.graph.resize()),
    clear: () => { built = ++building; charts.forEach((c) => c.graph.destroy()); charts = []; byId("plots").textContent = ""; } };
})();
