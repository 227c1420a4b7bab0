// Works the viewer as a person would, in Chromium: opens, scrubs, plays, points, zooms, compares,
// edits, runs, watches. What is shown is compared with results.h5, summary.json and `catenaria check`.
//   node viewer.js CATENARIA READ_H5 FOLDER [SCREENSHOTS]
"use strict";
const { chromium } = require("playwright-core");
const { spawn, spawnSync } = require("child_process");
const assert = require("assert"), fs = require("fs"), path = require("path");
const [program, reader, folder, shots] = process.argv.slice(2);
const SMALL = ["--set", "line.spans[0].repeat=4", "--set", "accuracy=none", "--set", "measure.compare_with=none",
  "--set", "measure.from=55m", "--set", "measure.to=165m", "--set", "pantograph[0].target_mean_force=0"];

//---------------------------------- helpers ---------------------------------------------------------

function run(...args) {
  const done = spawnSync(program, args, { encoding: "utf8" });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

function make(name, ...args) {
  const done = run("run", "ac-simple/275", "-o", path.join(folder, name), "--quiet", ...SMALL, ...args);
  assert.strictEqual(done.code, 0, done.err);
}

// One number of a dataset, by HDF5 itself.
function stored(result, dataset, row, column) {
  const done = spawnSync(reader, [path.join(folder, result, "results.h5"), dataset, row, column || 0].map(String),
    { encoding: "utf8" });
  assert.strictEqual(done.status, 0, dataset + " " + row + " " + column + ": " + done.stderr);
  return Number(done.stdout);
}

function serve(...args) {
  const child = spawn(program, ["view", folder, "--json", "--no-open", ...args]);
  return new Promise((done, fail) => {
    let text = "";
    child.on("exit", () => fail(new Error("the viewer stopped: " + text)));
    child.stderr.on("data", (d) => { text += d; });
    child.stdout.once("data", (d) => done({ child, url: JSON.parse(d).url }));
  });
}

function stop(server) {
  const gone = new Promise((done) => { server.child.removeAllListeners("exit"); server.child.on("exit", done); });
  server.child.kill("SIGTERM");
  return gone;
}

const faults = [];
let quiet = false;  // while the program is meant to be gone
function watch(page) {
  page.setDefaultTimeout(60000);  // as long as `until`
  page.on("console", (m) => { if (m.type() === "error" && !quiet) faults.push("console: " + m.text()); });
  page.on("pageerror", (e) => faults.push("page: " + e.message + " " + e.stack));
  page.on("request", (r) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(r.url())) faults.push("request to " + r.url());
  });
  return page;
}

// By repeated calls: waiting within the page would need eval, which its policy forbids. Only a page
// that is broken waits as long as this.
async function until(page, f, arg) {
  for (const end = Date.now() + 60000; Date.now() < end;) {
    if (await page.evaluate(f, arg)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.fail("this did not come true: " + f);
}

// What was asked for so far is in the picture and in the plots.
const settled = (page) => page.evaluate(() => Viewer.settled());

async function ready(page) {
  await until(page, () => document.body.dataset.first && document.body.dataset.shown &&
    document.querySelectorAll(".plot").length > 0);
  await settled(page);
}
const value = (page, id) => page.$eval("#" + id, (e) => e.value);
const state = (page) => page.evaluate(() => Object.assign({}, Viewer.state));
const shoot = async (page, name) => { if (shots) await page.screenshot({ path: path.join(shots, name + ".png") }); };

async function goTo(page, t) {
  await page.fill("#at-t", String(t));
  await page.press("#at-t", "Enter");
  await until(page, (v) => Math.abs(Viewer.state.t - v) < 1e-6, t);
  await settled(page);
}

// Pixels of the scene that differ from its background.
const inked = (page) => page.evaluate(async () => {
  const image = new Image(), to = document.createElement("canvas"), g = to.getContext("2d");
  image.src = Scene.picture();
  await image.decode();
  to.width = image.width;
  to.height = image.height;
  g.drawImage(image, 0, 0);
  const d = g.getImageData(0, 0, to.width, to.height).data;
  let n = 0, sum = 0;
  for (let i = 0; i < d.length; i += 4) {
    if (Math.abs(d[i] - d[0]) + Math.abs(d[i + 1] - d[1]) + Math.abs(d[i + 2] - d[2]) > 30) n++, sum = (sum * 31 + i) % 1000003;
  }
  return { n, sum };
});

async function downloaded(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) };
}

//---------------------------------- results ---------------------------------------------------------

const steps = {};

steps.open = async ({ page, server }) => {
  await page.goto(server.url);
  await ready(page);
  assert(!page.url().includes("token"), "the token stays in the address");
  const names = await page.$$eval("#result option", (l) => l.map((o) => o.value));
  assert.deepStrictEqual(names.map((n) => path.basename(n)), ["fast", "slow", "still", "two", "viaduct"]);
  const { n } = await inked(page);
  assert(n > 2000, n + " pixels of the scene");
  assert.strictEqual(await page.$$eval(".plot", (l) => l.length), 3);
  await shoot(page, "open");
};

steps.scrub = async ({ page }) => {
  const before = await inked(page);
  await page.fill("#time", "1.2");
  await until(page, () => document.getElementById("at-t").value === "1.200");
  await settled(page);
  const row = Math.round(1.2 / 1e-3);
  assert.strictEqual(await value(page, "moment"), stored("fast", "time/p1.force", row).toFixed(1) + " N");
  assert.strictEqual(await value(page, "at-x"), stored("fast", "time/p1.x", row).toFixed(2));
  assert.notStrictEqual((await inked(page)).sum, before.sum, "the scene does not move");
  await page.fill("#at-x", "100");
  await page.press("#at-x", "Enter");
  await settled(page);
  assert(Math.abs(Number(await value(page, "at-x")) - 100) < 0.02);
};

steps.play = async ({ page }) => {
  await goTo(page, 0.5);
  await page.selectOption("#speed", "1");
  await page.click("#play");
  await until(page, () => Viewer.state.t > 0.8 && document.body.dataset.state === "playing");
  await page.click("#play");
  const { t } = await state(page), frame = await settled(page);
  await settled(page);
  assert.strictEqual((await state(page)).t, t, "it goes on after a pause");
  assert.strictEqual(await settled(page), frame, "it is drawn anew though nothing moves");
  await page.focus("#canvas");
  await page.keyboard.press("ArrowRight");
  const at = await state(page);
  assert(at.t > t && at.t < t + 0.07, "a step is not to the next frame");
  assert.strictEqual(at.t, stored("fast", "frames/t", Math.round(at.t * 25)), "a step is not a frame");
  await page.fill("#from", "0.6");
  await page.press("#from", "Enter");
  await page.fill("#to", "0.9");
  await page.press("#to", "Enter");
  await page.check("#loop");
  await goTo(page, 0.7);
  await page.click("#play");
  const seen = await page.evaluate(() => new Promise((done) => {
    const list = [], timer = setInterval(() => {
      list.push(Viewer.state.t);
      if (list.length < 20 || (list.length < 500 && list.every((q, i) => !i || q >= list[i - 1]))) return;
      clearInterval(timer);
      done(list);
    }, 20);
  }));
  await page.click("#play");
  assert(seen.every((q) => q >= 0.6 - 1e-9 && q <= 0.9 + 1e-9), "the loop leaves its range");
  assert(seen.some((q, i) => i && q < seen[i - 1]), "there is no loop");
  await page.uncheck("#loop");
  await page.click("#all");
};

steps.hover = async ({ page }) => {
  await goTo(page, 1.2);
  const box = await page.locator("#canvas").boundingBox();
  const at = await page.evaluate(() => {  // a dropper and a point of the contact wire that stand alone
    const out = [], clear = (what) => {
      const p = Scene.whereIs(what), c = document.getElementById("canvas");
      if (!p || p[0] < 50 || p[1] < 60 || p[0] > c.clientWidth - 50 || p[1] > c.clientHeight - 50) return null;
      const found = Scene.pick(p[0], p[1]);
      return Scene.name(found) === Scene.name(what) ? p : null;
    };
    for (let k = 0; k < 36 && !out[0]; k++) if (clear({ link: k })) out[0] = clear({ link: k });
    for (let i = 100; i < 400 && !out[1]; i++) if (clear({ point: i })) out[1] = clear({ point: i });
    return out;
  });
  const row = 30;  // 1.2 s at 25 frames a second
  for (const p of at) {
    assert(p, "nothing to point at");
    await page.mouse.move(2, 2);
    await until(page, () => document.getElementById("tip").hidden);
    await page.mouse.move(box.x + p[0], box.y + p[1]);
    await until(page, () => !document.getElementById("tip").hidden);
    const tip = await page.$eval("#tip", (e) => ({ text: e.textContent, name: e.dataset.name, frame: e.dataset.frame }));
    const [what, i] = tip.name.split(":");
    assert.strictEqual(Number(tip.frame), row);
    const wanted = what === "link" ? "force " + stored("fast", "frames/force", row, i).toFixed(2) + " N at t = 1.200 s" :
      "uplift " + (1e3 * stored("fast", "frames/up", row, i)).toFixed(2) + " mm at t = 1.200 s";
    assert(tip.text.includes(wanted), tip.text + " is not " + wanted);
    assert(tip.text.includes(stored("fast", "scene_points/s", what === "link" ?
      stored("fast", "scene_links/a", i) : i).toFixed(2) + " m"), tip.text);
  }
  await shoot(page, "hover");
  const plot = await page.locator(".plot .chart").first().boundingBox();
  const before = await page.$eval(".plot h3 span", (e) => e.dataset.row);
  await page.mouse.move(plot.x + 400, plot.y + 60);
  await until(page, (row) => document.querySelector(".plot h3 span").dataset.row !== row, before);
  const told = await page.$eval(".plot h3 span", (e) => ({ text: e.textContent, row: Number(e.dataset.row) }));
  const force = Number(stored("fast", "time/p1.force", told.row).toPrecision(6));
  assert(told.text.includes("p1.force " + force + " N"), told.text + " is not " + force);
};

steps.zoom = async ({ page }) => {
  const plot = await page.locator(".plot .chart").first().boundingBox();
  await page.mouse.move(plot.x + 300, plot.y + 60);
  await page.mouse.down();
  await page.mouse.move(plot.x + 500, plot.y + 62, { steps: 4 });
  await page.mouse.up();
  await until(page, () => Viewer.state.zoom !== "");
  await settled(page);
  const ranges = await page.evaluate(() => Plots.charts().map((c) => c.graph.xAxisRange()));
  assert.strictEqual(ranges.length, 3);
  for (const r of ranges) assert(Math.abs(r[0] - ranges[0][0]) < 1e-3 && Math.abs(r[1] - ranges[0][1]) < 1e-3, "not linked");
  assert(ranges[0][1] - ranges[0][0] < 1, "no zoom");
  assert(Math.abs(Number(await value(page, "from")) - ranges[0][0]) < 1e-3);
  await shoot(page, "zoom");
};

steps.overlay = async ({ page }) => {
  const other = await page.$$eval("#overlay option", (l) => l.map((o) => o.value).find((v) => v.endsWith("slow")));
  await page.selectOption("#overlay", other);
  await until(page, () => Plots.charts().length === 3 && Plots.charts()[0].out.some((s) => s.label === "compared: p1.force"));
  const mean = ["fast", "slow"].map((name) =>
    JSON.parse(fs.readFileSync(path.join(folder, name, "summary.json"))).pantographs[0].force.std_N);
  const row = await page.$$eval("#numbers tr", (l) => l.map((r) => ({ bad: r.className, cells: [...r.cells].map((c) => c.textContent) }))
    .find((r) => r.cells[0] === "pantographs.0.force.std_N"));
  assert.deepStrictEqual(row.cells.slice(1).map(Number), mean.map((v) => Number(v.toPrecision(7))));
  assert.strictEqual(row.bad, "differs");
  const k = await page.evaluate(() => { const c = Plots.charts()[0], s = c.out.find((q) => q.label === "compared: p1.force"); return [c.grid.x[900], s.y[900]]; });
  assert(Math.abs(k[1] - stored("slow", "time/p1.force", 900)) < 1e-9, "the second result is another one");
  await shoot(page, "overlay");
};

steps.link = async ({ page, context }) => {
  await goTo(page, 1.04);
  await page.selectOption("#camera", "orbit");
  await page.focus("#canvas");
  for (const key of ["Shift+ArrowLeft", "Shift+ArrowUp", "-"]) await page.keyboard.press(key);
  await page.selectOption("#colour", "uplift");
  await settled(page);
  await until(page, () => ["colour=uplift", "t=1.04", "eye="].every((part) => location.hash.includes(part)));
  const second = watch(await context.newPage());
  await second.goto(page.url());
  await ready(second);
  await until(second, () => Plots.charts().length === 3);
  const same = (p) => p.evaluate(() => [Viewer.state, Plots.charts().map((c) => [c.text, c.out.length, c.graph.xAxisRange()]),
    Number(document.getElementById("at-t").value), document.getElementById("moment").value, document.getElementById("overlay").value,
    document.getElementById("legend").textContent]);
  assert.deepStrictEqual(await same(second), await same(page));
  await until(second, () => document.getElementById("note").textContent === "");
  for (const p of [second, page]) await p.evaluate(() => Scene.home(true));  // both from the address
  assert.deepStrictEqual(await inked(second), await inked(page), "another picture");
  await shoot(second, "link");
  await second.close();
  await page.selectOption("#camera", "side");
  await settled(page);
  assert.strictEqual((await state(page)).eye, "", "a view that is chosen is not where it was turned to");
};

steps.channels = async ({ page }) => {
  await page.selectOption("#overlay", "");
  await until(page, () => Plots.charts().length === 3 && Plots.charts()[0].out.length === 2);
  await page.fill("#search", "spectrum_p1/density");
  await page.press("#search", "Enter");
  await until(page, () => Plots.charts().length === 4);
  await page.fill("#search", "p1.nothing");
  await page.press("#search", "Enter");
  assert((await page.textContent("#note")).includes("there is no channel p1.nothing"));
  await page.fill("#search", "");
  await page.click(".plot:nth-child(2) button");
  await until(page, () => Plots.charts().length === 3);
  await page.selectOption("#axis", "x");
  await until(page, () => Plots.charts()[0].grid.on === "x" && Plots.charts()[2].grid.on === "frequency");
  await page.selectOption("#axis", "t");
  await until(page, () => Plots.charts()[0].grid.on === "t");
  await page.evaluate(() => { Viewer.set({ plots: "p1.force", zoom: "" }); return Plots.build(); });
};

steps.export = async ({ page }) => {
  const csv = await downloaded(page, "#csv"), lines = csv.bytes.toString().trim().split("\n");
  assert.strictEqual(lines[0], "t [s],p1.force [N]");
  assert.strictEqual(Number(lines[801].split(",")[1]), stored("fast", "time/p1.force", 800));
  const svg = await downloaded(page, "#svg");
  assert(/^<svg .*<path .*<\/svg>\n$/s.test(svg.bytes.toString()));
  const png = (file) => file.bytes.subarray(1, 4).toString() === "PNG" && file.bytes.length > 2000;
  assert(png(await downloaded(page, "#png")));
  const picture = await downloaded(page, "#picture");
  assert(png(picture));
  const written = await page.evaluate(async (data) => {  // pixels that the scene itself does not have
    const read = async (url) => {
      const image = new Image(), to = document.createElement("canvas"), g = to.getContext("2d");
      image.src = url;
      await image.decode();
      to.width = image.width;
      to.height = image.height;
      g.drawImage(image, 0, 0);
      return g.getImageData(0, 0, to.width, to.height);
    };
    const a = await read(data), b = await read(Scene.picture()), at = [0, 0];
    for (let i = 0; i < a.data.length; i += 4) if (Math.abs(a.data[i] - b.data[i]) > 60) at[i / 4 / a.width < a.height / 2 ? 0 : 1]++;
    return at;
  }, "data:image/png;base64," + picture.bytes.toString("base64"));
  assert(written.every((n) => n > 100), "the picture does not say its moment and legend: " + written);
  await page.evaluate(() => Plots.zoom(0.5, 0.7));
  const zip = await downloaded(page, "#sequence");
  fs.writeFileSync(path.join(folder, "..", "frames.zip"), zip.bytes);
  const list = spawnSync("/usr/bin/python3", ["-c", "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); " +
    "print(z.testzip(), len(z.namelist()), z.namelist()[0])", path.join(folder, "..", "frames.zip")], { encoding: "utf8" });
  assert.strictEqual(list.stdout.trim(), "None 5 frame-00001.png", list.stderr);
  await page.evaluate(() => Plots.zoom(0, 0));
};

// Labels of a picture stand at their ticks: the middle of a label is where its value is.
steps.ticks = async ({ page }) => {
  const labels = await page.evaluate(() => {
    const c = Plots.charts()[0];
    return Plots.tickLabels(c).filter((l) => l.below).map((l) => l.x - c.graph.toDomXCoord(Number(l.text)));
  });
  assert(labels.length > 2 && labels.every((d) => Math.abs(d) < 1.5), "labels beside their ticks: " + labels);
  assert.strictEqual(await page.textContent(".plot .dygraph-xlabel"), "t [s]");
};

// The time line ends with the channels, and a field holds what is shown.
steps.ends = async ({ page }) => {
  const end = JSON.parse(fs.readFileSync(path.join(folder, "fast", "summary.json"))).march, last = stored("fast", "time/t", end.steps);
  await page.focus("#canvas");
  await page.keyboard.press("End");
  await settled(page);
  assert.strictEqual((await state(page)).t, last);
  const force = stored("fast", "time/p1.force", end.steps).toFixed(1) + " N";
  assert.strictEqual(await value(page, "moment"), force);
  await goTo(page, 0.5);
  await page.fill("#at-t", "1000");
  await page.press("#at-t", "Enter");
  assert.strictEqual(await value(page, "at-t"), last.toFixed(3));
  assert((await page.textContent("#note")).includes("1000 s is outside of this result"), await page.textContent("#note"));
  await page.fill("#at-t", "");
  await page.press("#at-t", "Enter");
  assert.strictEqual(await value(page, "at-t"), last.toFixed(3));
  assert.strictEqual((await state(page)).t, last, "an empty field goes somewhere");
  await until(page, () => document.getElementById("note").textContent === "");  // it no longer holds
  await goTo(page, 0.5);
};

// Each value counts for the colours' range.
steps.legend = async ({ page }) => {
  for (const colour of ["uplift", "velocity"]) {
    await page.selectOption("#colour", colour);
    await settled(page);
    const most = await page.evaluate(async (what) => {
      const r = Viewer.state.result, list = await Viewer.get("/api/list");
      const { frames: f } = await Viewer.load(list.results.find((q) => q.name === r).id);
      let up = 0;
      for (let k = 0; k < f.n; k++) {
        for (let i = 0; i < f.points; i++) {
          const at = k * f.points + i;
          if (what === "uplift") up = Math.max(up, 1e3 * f.up[at]);
          else if (k) up = Math.max(up, Math.abs((f.up[at] - f.up[at - f.points]) / (f.at[k] - f.at[k - 1])));
        }
      }
      return Number(up.toPrecision(3));
    }, colour);
    const legend = await page.textContent("#legend");
    const wanted = colour + (colour === "uplift" ? " 0" + most + " mm" : " -" + most + most + " m/s");
    assert(legend.startsWith(wanted), legend + " is not up to " + most);
  }
  await page.selectOption("#colour", "plain");
};

// Two choices in a row: the second one's numbers, whichever answer comes first.
steps.race = async ({ page }) => {
  const ids = await page.evaluate(async () => Object.fromEntries((await Viewer.get("/api/list")).results.map((r) => [r.name.split("/").pop(), r])));
  let held = 0;
  const hold = async (route) => { held++; await new Promise((done) => setTimeout(done, 1500)); await route.continue().catch(() => {}); };
  const pattern = new RegExp("/api/result/" + ids.slow.id + "/tables");
  await page.route(pattern, hold);
  await page.selectOption("#result", ids.slow.name);
  await page.selectOption("#result", ids.fast.name);
  await settled(page);
  assert.strictEqual(held, 1, "the first answer was not late");
  const wanted = JSON.parse(fs.readFileSync(path.join(folder, "fast", "summary.json"))).pantographs[0].force.std_N;
  const row = await page.$$eval("#numbers tr", (l) => l.map((r) => [...r.cells].map((c) => c.textContent)).find((r) => r[0] === "pantographs.0.force.std_N"));
  assert.strictEqual(Number(row[1]), Number(wanted.toPrecision(7)), "the numbers of another result");
  assert.strictEqual(await page.evaluate(() => document.body.dataset.shown), ids.fast.name);
  await page.unroute(pattern);
};

// Over place, each channel over the place of its own pantograph.
steps.place = async ({ page }) => {
  const names = await page.$$eval("#result option", (l) => l.map((o) => o.value));
  await page.selectOption("#result", names.find((n) => n.endsWith("two")));
  await settled(page);
  await page.evaluate(() => { Viewer.set({ plots: "p1.force+p2.force,p2.force" }); return Plots.build(); });
  await page.selectOption("#axis", "x");
  await settled(page);
  const row = 800, x = stored("two", "time/p2.x", row), force = stored("two", "time/p2.force", row);
  assert(Math.abs(stored("two", "time/p1.x", row) - x) > 30, "they are at one place");
  const seen = await page.evaluate((at) => Plots.charts().map((c) => {
    const y = c.out.find((o) => o.label === "p2.force").y, { low, high, part } = Viewer.between(c.grid.x, at);
    return { y: y[low] + part * (y[high] - y[low]), title: c.grid.title, range: c.graph.xAxisRange(), first: c.grid.x[0] };
  }), x);
  assert.deepStrictEqual(seen.map((s) => s.title), ["place of the channel's own pantograph [m]", "place of p2 [m]"]);
  assert(Math.abs(seen[1].y - force) < 1e-6, "p2.force at " + x + " m is " + seen[1].y + ", not " + force);
  assert(Math.abs(seen[0].y - force) < 2, "p2.force beside p1.force is " + seen[0].y + ", not " + force);
  assert(seen[0].first <= stored("two", "time/p2.x", 0) + 1e-9, "its beginning is cut off");
  assert.deepStrictEqual(seen[0].range, seen[1].range);
  await page.selectOption("#axis", "t");
  await page.evaluate(() => Viewer.set({ plots: "" }));
};

// The first channel of a table in the file's order is its abscissa, whatever the names are.
steps.abscissa = async ({ page }) => {
  const found = await page.evaluate(async () => {
    const r = (await Viewer.get("/api/list")).results.find((q) => q.name.endsWith("two"));
    return (await Viewer.get("/api/result/" + r.id + "/tables")).tables.map((t) => [t.name, t.channels[0].name, t.channels.map((c) => c.name).sort()[0]]);
  });
  const report = fs.readFileSync(path.join(folder, "two", "channels.csv"), "utf8").split(" [")[0];
  assert.strictEqual(found.find((t) => t[0] === "time")[1], report);
  assert(found.some((t) => t[1] !== t[2]), "all tables begin with what is first by name");
};

steps.verdicts = async ({ page }) => {
  const { verdicts, warnings } = JSON.parse(fs.readFileSync(path.join(folder, "two", "summary.json")));
  const rows = await page.$$eval("#verdicts tbody tr", (l) => l.map((r) => [...r.cells].map((c) => c.textContent)));
  assert(verdicts.length > 0 && rows.length === verdicts.length, rows.length + " rows of " + verdicts.length + " verdicts");
  verdicts.forEach((v, i) => {
    assert.strictEqual(rows[i][0], v.quantity);
    assert.strictEqual(rows[i][1], Number(v.value.toPrecision(6)) + (v.unit ? " " + v.unit : ""));
    for (const limit of [v.low, v.high]) assert(limit === null || rows[i][2].includes(String(Number(limit.toPrecision(6)))), rows[i][2]);
    assert.strictEqual(rows[i][3], v.result);
    assert.strictEqual(rows[i][5], v.note || "");
  });
  const said = await page.textContent("#verdicts");
  for (const w of warnings) assert(said.includes(w), "missing: " + w);
  await shoot(page, "verdicts");
};

// What is not there or broken is said, and nothing else is shown in its place.
steps.broken = async ({ page, context }) => {
  const note = () => page.textContent("#note"), bad = path.join(folder, "bad");
  quiet = true;  // browsers call a refusal an error
  for (const [name, summary, why] of [["nojson", "{ no", "summary.json: not JSON"], ["noh5", "{}", "results.h5: No such file or directory"],
    ["damaged", "{}", "results.h5"]]) {
    fs.mkdirSync(path.join(bad, name), { recursive: true });
    fs.writeFileSync(path.join(bad, name, "summary.json"), summary);
    if (name !== "noh5") fs.copyFileSync(path.join(folder, "fast", "results.h5"), path.join(bad, name, "results.h5"));
    if (name === "damaged") fs.truncateSync(path.join(bad, name, "results.h5"), 5000);
    await page.evaluate(() => Viewer.again());
    const names = await page.$$eval("#result option", (l) => l.map((o) => o.value)), fast = names.find((n) => n.endsWith("fast"));
    const full = names.find((n) => n.endsWith("bad/" + name));
    await page.selectOption("#result", fast);
    await settled(page);
    await page.selectOption("#overlay", full);
    await settled(page);
    assert((await note()).includes(why) && (await note()).includes("nothing is compared"), await note());
    assert(await page.$$eval("#numbers tr", (l) => l.length > 5 && l.every((r) => r.cells.length === 2)), "the good one is gone");
    await page.selectOption("#overlay", "");
    await settled(page);
    await page.selectOption("#result", full);
    await settled(page);
    assert((await note()).startsWith(full + " cannot be shown") && (await note()).includes(why), await note());
    assert.deepStrictEqual(await page.evaluate(() => [document.querySelectorAll("#numbers tr, .plot").length, Scene.has()]), [0, false]);
    assert((await page.$eval("#result", (e) => e.selectedOptions[0].text)).includes(why), "no mark in the list");
  }
  fs.rmSync(bad, { recursive: true });
  const second = watch(await context.newPage());
  await second.goto(page.url().split("#")[0] + "#result=res/gone&camera=upside&colour=blue&speed=fast&axis=z&plots=p1.nothing");
  await until(second, () => document.body.dataset.shown !== undefined);
  await settled(second);
  assert((await second.textContent("#note")).startsWith("there is no result res/gone here"), await second.textContent("#note"));
  assert.strictEqual(await second.$$eval("#numbers tr, .plot", (l) => l.length), 0);
  await new Promise((done) => setTimeout(done, 300));
  assert(second.url().includes("result=res%2Fgone") || second.url().includes("result=res/gone"), second.url());
  for (const part of ["camera upside", "colour blue", "speed fast", "axis z"]) assert((await second.textContent("#note")).includes("there is no " + part), part);
  assert.strictEqual(await second.$eval("#camera", (e) => e.value), "follow");
  await second.selectOption("#result", { index: 0 });
  await settled(second);
  assert((await second.textContent("#note")).includes("this result has no channel p1.nothing"), await second.textContent("#note"));
  assert(await second.$$eval(".plot", (l) => l.length) > 0, "no plots");
  await second.close();
  await page.evaluate(() => Viewer.again());
  await page.selectOption("#result", { index: 0 });
  await settled(page);
  quiet = false;
};

//---------------------------------- cases -----------------------------------------------------------

const type = (page, text) => page.evaluate((v) => {
  const e = document.getElementById("text");
  e.value = v;
  e.dispatchEvent(new Event("input"));
}, text);
const checked = (page) => until(page, () => document.body.dataset.checked === "true");
const problems = (page) => page.$$eval("#errors li:not(.fine)", (l) => l.map((e) => e.textContent));

const CASE = `kind: train
title: "A small case"
line:
  use: lines/ac-simple.yaml
  spans:
    - repeat: 4
      length: 55 m
      encumbrance: 1.2 m
      droppers: [10 m, 20 m, 35 m, 45 m]
pantograph:
  - use: pantographs/ac-simple.yaml
    static_force: 150 N
run:
  speed: 250 km/h
accuracy: none
measure:
  from: 55 m
  to: 165 m
`;

// With all that a summary can say of a result: verdicts and warnings.
const TWO = CASE.replace("accuracy: none\n", "").replace("run:", `  - use: pantographs/ac-simple.yaml
    static_force: 150 N
    behind: 40 m
run:
  from: 40 m`);

steps.edit = async ({ page }) => {
  await page.click("#tab-case");
  await page.selectOption("#cases", { label: "ac-simple/275" });
  await until(page, () => document.getElementById("text").value.startsWith("kind: train"));
  await until(page, () => Number(document.getElementById("drawing").dataset.points) > 1000);
  assert.deepStrictEqual(await problems(page), []);
  await shoot(page, "case");
  await type(page, CASE);
  await page.locator("#text").evaluate((e) => { const at = e.value.indexOf("speed:"); e.focus(); e.setSelectionRange(at, at + 5); });
  await page.keyboard.type("sped");
  await page.keyboard.press("Escape");
  await until(page, () => document.querySelectorAll("#gutter b").length === 2);
  fs.writeFileSync(path.join(folder, "..", "wrong.yaml"), CASE.replace("speed:", "sped:"));
  const told = JSON.parse(run("check", path.join(folder, "..", "wrong.yaml"), "--json").out).errors[0];
  assert((await problems(page)).includes(`line ${told.line}, column ${told.column}: ${told.key}: ${told.message}`),
    (await problems(page)).join("\n") + "\nis not\n" + told.message);
  assert((await page.$$eval("#gutter b", (l) => l.map((e) => Number(e.textContent)))).includes(told.line));
  assert(await page.isDisabled("#run"), "a wrong case can be run");
  await shoot(page, "error");
  await page.click("#errors button");
  assert.strictEqual(await page.$eval("#text", (e) => e.value.slice(0, e.selectionStart).split("\n").length), told.line);
  await page.keyboard.press("End");
  await page.locator("#text").evaluate((e) => { const at = e.value.indexOf("sped:"); e.setSelectionRange(at, at + 4); });
  await page.keyboard.type("speed");
  await page.keyboard.press("Escape");
  await until(page, () => document.querySelector("#errors .fine") && !document.getElementById("run").disabled);
};

steps.completion = async ({ page }) => {
  await page.locator("#text").evaluate((e) => { const at = e.value.indexOf("accuracy:"); e.focus(); e.setSelectionRange(at, at); });
  await page.keyboard.type("  rep");
  assert.deepStrictEqual(await page.$$eval("#complete li", (l) => l.map((e) => e.firstChild.textContent)), []);
  for (let i = 0; i < 3; i++) await page.keyboard.press("Backspace");
  await page.keyboard.type("fro");
  assert.deepStrictEqual(await page.$$eval("#complete li", (l) => l.map((e) => e.firstChild.textContent)), ["from"]);
  assert((await page.textContent("#doc")).startsWith("run.from [m]"));
  await shoot(page, "completion");
  await page.keyboard.press("Enter");
  await page.keyboard.type("10 m\n");
  await page.keyboard.type("solver: ban");
  await page.keyboard.press("Tab");
  await page.keyboard.type("\n");
  const text = await value(page, "text");
  assert(text.includes("  speed: 250 km/h\n  from: 10 m\nsolver: band\naccuracy: none\n"), text);
  await checked(page);
  assert.deepStrictEqual(await problems(page), []);
};

steps.form = async ({ page }) => {
  await type(page, CASE);
  await checked(page);
  await page.check("#form-on");
  await page.fill('#form [data-key="run.speed"]', "1 furlong");
  await page.press('#form [data-key="run.speed"]', "Tab");
  await until(page, () => document.querySelectorAll("#errors li:not(.fine)").length === 1);
  assert((await problems(page))[0].includes("run.speed"), (await problems(page))[0]);
  await page.fill('#form [data-key="run.speed"]', "240 km/h");
  await page.press('#form [data-key="run.speed"]', "Tab");
  await until(page, () => document.querySelector("#errors .fine"));
  await page.locator("fieldset", { has: page.locator('[data-key="run.speed"]') }).locator(".row select").last().selectOption("from");
  await until(page, () => document.querySelector('#form [data-key="run.from"]'));
  await shoot(page, "form");
  await page.uncheck("#form-on");
  assert.strictEqual((await value(page, "text")).replace(/\n  from: 0 m\b/, ""), CASE.replace("250", "240"));
};

steps.run = async ({ page }) => {
  await type(page, CASE);
  await checked(page);
  await page.click("#run");
  await until(page, () => document.getElementById("result").value === "run 1 of the editor" && document.body.dataset.shown === "run 1 of the editor");
  await until(page, () => document.body.dataset.state === "paused" && Plots.charts().length > 0);
  fs.writeFileSync(path.join(folder, "..", "case.yaml"), CASE);
  const wanted = JSON.parse(run("run", path.join(folder, "..", "case.yaml"), "-o", path.join(folder, "..", "case"), "--json", "--quiet").out);
  const row = await page.$$eval("#numbers tr", (l) => l.map((r) => [...r.cells].map((c) => c.textContent))
    .find((r) => r[0] === "pantographs.0.force.std_N"));
  assert.strictEqual(Number(row[1]), Number(wanted.pantographs[0].force.std_N.toPrecision(7)));
  assert((await value(page, "overlay")).endsWith("fast"), "it is not beside the earlier one");
  assert(await page.$("#numbers tr.differs"));
  await shoot(page, "run");
};

steps.save = async ({ page }) => {
  const asked = [], answer = (d) => { asked.push(d.message()); return d.type() === "prompt" ? d.accept("kept") : d.dismiss(); };
  page.on("dialog", answer);
  quiet = true;  // browsers call a refusal an error
  await page.click("#keep");
  await until(page, () => document.getElementById("note").textContent === "kept as kept");
  const files = fs.readdirSync(path.join(folder, "kept")).sort();
  assert.deepStrictEqual(files, ["report.html", "results.h5", "summary.json"]);
  assert.strictEqual(run("compare", path.join(folder, "kept"), path.join(folder, "..", "case"), "--tolerance", "1e-9").code, 0);
  await page.click("#keep");
  await until(page, () => document.getElementById("note").textContent.includes("exists already"));
  await page.click("#tab-case");
  for (const [name, said] of [["../out.yaml", "not saved"], ["mine.yaml", "saved as mine.yaml"]]) {
    await page.fill("#name", name);
    await page.click("#save");
    await until(page, (text) => document.getElementById("note").textContent.startsWith(text), said);
  }
  assert.strictEqual(fs.readFileSync(path.join(folder, "mine.yaml"), "utf8"), CASE);
  await type(page, CASE + "# more\n");
  await page.click("#save");
  for (const end = Date.now() + 60000; Date.now() < end && !asked.some((q) => q.includes("Replace it?"));) {
    await new Promise((done) => setTimeout(done, 20));
  }
  assert(asked.some((q) => q.includes("Replace it?")), "it is replaced without a question");
  assert.strictEqual(fs.readFileSync(path.join(folder, "mine.yaml"), "utf8"), CASE);
  page.off("dialog", answer);
  quiet = false;
  const first = { label: await page.$eval("#cases optgroup option", (o) => o.textContent) }, questions = [];
  const decide = (how) => (d) => { questions.push(d.type()); return how ? d.accept() : d.dismiss(); };
  page.once("dialog", decide(false));
  const before = await value(page, "cases");
  await page.selectOption("#cases", first);
  await settled(page);
  assert.strictEqual(await value(page, "text"), CASE + "# more\n", "edited text is lost");
  assert.strictEqual(await value(page, "cases"), before);
  page.once("dialog", decide(false));
  await page.close({ runBeforeUnload: true });
  for (const end = Date.now() + 60000; Date.now() < end && questions.length < 2;) await new Promise((done) => setTimeout(done, 20));
  assert.deepStrictEqual(questions, ["confirm", "beforeunload"]);
  page.once("dialog", decide(true));
  await page.selectOption("#cases", first);
  await until(page, (text) => document.getElementById("text").value === text, CASE);
  assert(!fs.existsSync(path.join(folder, "..", "out.yaml")));
};

const LONG = CASE.replace("repeat: 4", "repeat: 20").replace("accuracy:", "time:\n  step: 0.1 ms\naccuracy:");

steps.live = async ({ page, context, server }) => {
  const second = watch(await context.newPage());
  await second.goto(server.url);
  await ready(second);
  await page.click("#tab-case");
  await type(page, LONG);
  await checked(page);
  await page.click("#run");
  await until(page, () => document.body.dataset.state === "following" && Number(document.body.dataset.live) > 3);
  await until(page, () => /^following: .*\d N, \d+ frames dropped$/.test(document.getElementById("moment").value));
  const t = async (p) => Number(await value(p, "at-t")), first = await t(page);
  await second.click("#follow");
  await until(second, () => document.body.dataset.state === "following" && /^following/.test(document.getElementById("moment").value));
  await until(page, (v) => Number(document.getElementById("at-t").value) > v, first);
  assert((await inked(page)).n > 2000);
  await shoot(page, "live");
  await second.close();
};

steps.cancel = async ({ page }) => {
  await page.click("#tab-case");
  assert(await page.isEnabled("#cancel"));
  await page.click("#cancel");
  await until(page, () => document.getElementById("result").selectedOptions[0].textContent.includes("interrupted"));
  assert((await page.$$eval("#result option", (l) => l.map((o) => o.value))).includes("run 2 of the editor"));
  assert(await page.isDisabled("#cancel"));
};

//---------------------------------- other ways to use it --------------------------------------------

steps.keyboard = async ({ context, server }) => {
  const page = watch(await context.newPage());
  await page.goto(server.url);
  await ready(page);
  const focus = async (id) => {  // by the key Tab alone
    for (let i = 0; i < 60; i++) {
      if (await page.evaluate(() => document.activeElement.id) === id) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(id + " is not reached by the keyboard");
  };
  await focus("canvas");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.strictEqual((await state(page)).t, stored("fast", "frames/t", 2));
  const before = await inked(page);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("+");
  assert.notStrictEqual((await inked(page)).sum, before.sum, "the view does not turn");
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  const tip = await page.$eval("#tip", (e) => e.dataset.name);
  await page.keyboard.press("Enter");
  await until(page, (name) => Plots.charts().some((c) => c.text === name), tip);
  const [, i] = tip.split(":");
  const y = await page.evaluate((name) => Plots.charts().find((c) => c.text === name).out[0].y[20], tip);
  assert(Math.abs(y - stored("fast", "frames/force", 20, i)) < 1e-9);
  await page.keyboard.press(" ");
  await until(page, () => document.body.dataset.state === "playing");
  await page.keyboard.press(" ");
  await page.keyboard.press("s");
  assert.strictEqual((await state(page)).camera, "side");
  await page.keyboard.press("Shift+Tab");
  await page.evaluate(() => document.getElementById("tab-view").focus());
  await page.keyboard.press("ArrowRight");
  assert.strictEqual(await page.evaluate(() => document.activeElement.id), "tab-case");
  await focus("text");
  await page.keyboard.type("kind: tra");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(CASE);
  await until(page, () => document.querySelector("#errors .fine"));
  await page.evaluate(() => document.getElementById("cases").focus());
  await focus("run");
  await page.keyboard.press("Enter");
  await until(page, () => document.getElementById("result").value === "run 3 of the editor");
  await page.close();
};

steps.phone = async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true,
    colorScheme: "dark", reducedMotion: "reduce" });
  const page = watch(await context.newPage());
  await page.goto(server.url);
  await ready(page);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert(await wide() <= 390, "the page is " + await wide() + " pixels wide");
  const box = await page.locator("#canvas").boundingBox();
  assert(box.height > 200 && (await inked(page)).n > 500);
  await page.tap("#play");
  const { t } = await state(page);
  await until(page, (v) => document.body.dataset.state === "playing" && Viewer.state.t > v, t);
  await page.tap("#play");
  await shoot(page, "phone");
  await page.tap("#tab-case");
  assert(await wide() <= 390);
  await shoot(page, "phone-case");
  await context.close();
};

// Every control has a name, and text can be read in both themes.
steps.labels = async ({ page }) => {
  await page.click("#tab-view");
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    await until(page, (dark) => matchMedia("(prefers-color-scheme: dark)").matches === dark, colorScheme === "dark");
    await settled(page);
    const found = await page.evaluate(() => {
      const named = (e) => e.getAttribute("aria-label") || e.textContent.trim() || (e.labels && e.labels.length);
      const light = (text) => {
        const c = text.match(/\w\w/g).map((h) => parseInt(h, 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
      };
      const contrast = (a, b) => {
        const [x, y] = [light(Viewer.color(a).slice(1)), light(Viewer.color(b).slice(1))];
        return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
      };
      const pairs = [];
      for (const ink of ["ink", "soft", "accent", "bad", "good"]) for (const back of ["back", "panel"]) pairs.push([ink, back, contrast(ink, back)]);
      return { unnamed: [...document.querySelectorAll("button, select, input, textarea, canvas[tabindex]")].filter((e) => e.style.display !== "none" && !named(e)).map((e) => e.id || e.outerHTML),
        pale: pairs.filter((p) => p[2] < 4.5) };
    });
    assert.deepStrictEqual(found, { unnamed: [], pale: [] });
    await shoot(page, colorScheme);
  }
};

steps.still = async ({ page }) => {  // a shape at rest: no motion, and the curves of its tables
  await page.click("#tab-view");
  const name = await page.$$eval("#result option", (l) => l.map((o) => o.value).find((v) => v.endsWith("still")));
  await page.evaluate(() => Viewer.set({ plots: "", overlay: "" }));
  await page.selectOption("#result", name);
  await until(page, (n) => document.body.dataset.shown === n && Plots.charts().length > 0, name);
  await settled(page);
  assert.strictEqual(await value(page, "moment"), "at rest");
  assert((await inked(page)).n > 500);
};

steps.bridge = async ({ page }) => {
  const name = await page.$$eval("#result option", (l) => l.map((o) => o.value).find((v) => v.endsWith("viaduct")));
  await page.selectOption("#result", name);
  await until(page, (n) => document.body.dataset.shown === n && Plots.charts().length > 0, name);
  assert.deepStrictEqual(await page.evaluate(() => Plots.charts().map((c) => c.text)),
    ["crawl+deflection", "acceleration_filtered", "c1.front+c1.middle+c1.rear"]);
  await page.selectOption("#camera", "side");
  await page.selectOption("#colour", "displacement");
  await goTo(page, 0.4);
  const before = await inked(page), row = 20, point = 60;  // 0.8 s; the middle of the deck
  await goTo(page, 0.8);
  assert.notStrictEqual((await inked(page)).sum, before.sum, "no train runs");
  const up = stored("viaduct", "frames/up", row, point);
  assert(up < -3e-3, "the deck at " + up);
  const box = await page.locator("#canvas").boundingBox(), at = await page.evaluate((i) => Scene.whereIs({ point: i }), point);
  await page.mouse.move(2, 2);
  await page.mouse.move(box.x + at[0], box.y + at[1]);
  await until(page, () => !document.getElementById("tip").hidden);
  const tip = await page.$eval("#tip", (e) => ({ text: e.textContent, name: e.dataset.name })), i = Number(tip.name.split(":")[1]);
  const wanted = "displacement upwards " + Number((1e3 * stored("viaduct", "frames/up", row, i)).toPrecision(4)) + " mm at t = 0.800 s";
  assert(tip.text.includes(wanted), tip.text + " is not " + wanted);
  assert(/^displacement -6\.\d+6\.\d+ mm; motion x \d+$/.test(await page.textContent("#legend")), await page.textContent("#legend"));
  assert.strictEqual(await page.isVisible("#at-x"), false, "a place where there is no pantograph");
  await shoot(page, "bridge");
};

steps.restart = async ({ page, context, server }) => {
  quiet = true;
  await stop(server);
  await until(page, () => document.getElementById("note").textContent.includes("does not answer"));
  const again = await serve("--port", new URL(server.url).port);
  await until(page, () => document.getElementById("note").textContent.includes("started anew"));
  const second = watch(await context.newPage());
  await second.goto(again.url);
  await ready(second);
  await until(page, () => document.getElementById("note").textContent === "connected again");
  quiet = false;
  await page.selectOption("#result", { index: 0 });
  await until(page, () => document.body.dataset.shown === document.getElementById("result").value && Plots.charts().length > 0);
  await second.close();
  server.child = again.child;
};

//---------------------------------- all -------------------------------------------------------------

async function main() {
  make("fast");
  make("slow", "--set", "run.speed=200km/h");
  const two = path.join(folder, "..", "two.yaml");
  fs.writeFileSync(two, TWO);
  assert.strictEqual(run("run", two, "-o", path.join(folder, "two"), "--csv", "--quiet").code, 0);
  assert.strictEqual(run("rest", "ac-simple/rest", "--set", "line.spans[0].repeat=4", "-o", path.join(folder, "still"), "--quiet").code, 0);
  assert.strictEqual(run("run", "bridge/ice3-track", "-o", path.join(folder, "viaduct"), "--quiet").code, 0);
  const server = await serve();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox",
    "--disable-dev-shm-usage", "--enable-unsafe-swiftshader"] });
  const context = await browser.newContext({ viewport: { width: 1024, height: 760 }, acceptDownloads: true });
  const page = watch(await context.newPage()), only = process.env.STEPS && process.env.STEPS.split(",");
  let failed = null;
  for (const [name, step] of Object.entries(steps)) {
    if (only && !only.includes(name)) continue;
    const begin = Date.now();
    try {
      await step({ page, context, browser, server });
      console.log(name.padEnd(12), ((Date.now() - begin) / 1e3).toFixed(1), "s");
    } catch (error) {
      failed = name + ": " + error.stack;
      await page.screenshot({ path: path.join(shots || folder, "failed.png") }).catch(() => {});
      break;
    }
  }
  await browser.close();
  await stop(server).catch(() => {});
  for (const f of faults) console.error("FAILED:", f);
  if (failed) console.error("FAILED:", failed);
  process.exit(failed || faults.length ? 1 : 0);
}

main().catch((error) => { console.error("FAILED:", error); process.exit(1); });
