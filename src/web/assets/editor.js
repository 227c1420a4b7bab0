// The case as text or form: checked while it is written, completed from the schema, run.
"use strict";

const Editor = (() => {
  const { byId } = Viewer;
  const LINE = 20;  // height of a line of text [px], as in app.css
  let keys = [], asked = 0, busy = false, polling = 0, mine = false;
  let stored = "", from = "";  // the text as it was opened, saved or downloaded, and what was chosen
  const text = () => byId("text");

  //---------------------------------- the schema --------------------------------------------------

  const empty = () => text().value.trim() === "";
  const kindOf = () => (text().value.match(/^kind:\s*([\w-]+)/m) || [])[1] || "train";
  const nameOf = (k) => k.key.split(".").pop();
  const sectionOf = (k) => k.key.split(".").slice(0, -1).join(".");
  const keysOf = (path) => keys.filter((k) => (!k.kind || k.kind === kindOf()) && sectionOf(k) === path);
  const keyAt = (path) => keys.find((k) => k.key === path && (!k.kind || k.kind === kindOf()));
  const isSection = (k) => k.type === "section" || k.type === "list";
  const valuesOf = (k) => (k && k.choices) || (k && k.type === "boolean" ? ["true", "false"] : []);

  function here() {
    const value = text().value, caret = text().selectionStart, lines = value.split("\n");
    const before = value.slice(0, caret).split("\n"), at = before.length - 1, line = before[at];
    const m = lines[at].match(/^(\s*)(- )?/), indent = m[1].length + (m[2] ? 2 : 0);
    const path = Outline.pathAt(lines, at, m[2] ? m[1].length : indent, Boolean(m[2]));
    return { lines, at, line, path, caret };
  }

  //---------------------------------- completion --------------------------------------------------

  let offered = [], chosen = 0;

  // Keys of the section, or the values that a key may have.
  function candidates(h, forced) {
    const key = h.line.match(/^(\s*(?:- )?)([A-Za-z_]*)$/), value = h.line.match(/^\s*(?:- )?(\w+):\s+([\w-]*)$/);
    if (key && (key[2] || forced)) {
      return keysOf(h.path).filter((k) => nameOf(k).startsWith(key[2])).map((k) => ({ k, word: key[2], text: nameOf(k),
        tail: isSection(k) ? ":\n" + " ".repeat(key[1].length + 2) : ": ",
        note: (k.unit ? "[" + k.unit + "] " : "") + k.type + (k.required ? ", required" : "") }));
    }
    if (!value) return [];
    const k = keyAt((h.path ? h.path + "." : "") + value[1]);
    return valuesOf(k).filter((v) => v.startsWith(value[2]) && v !== value[2])
      .map((v) => ({ k, word: value[2], text: v, tail: "", note: "" }));
  }

  function offer(forced) {
    const h = here(), box = byId("complete");
    explain(h);
    offered = candidates(h, forced).slice(0, 60);
    chosen = 0;
    box.textContent = "";
    box.hidden = offered.length === 0;
    text().setAttribute("aria-expanded", String(offered.length > 0));
    offered.forEach((c, i) => {
      const li = document.createElement("li"), small = document.createElement("small");
      li.id = "choice-" + i;
      li.setAttribute("role", "option");
      li.setAttribute("aria-selected", String(i === 0));
      small.textContent = c.note;
      li.append(c.text, small);
      li.addEventListener("mousedown", (e) => { e.preventDefault(); accept(i); });
      box.appendChild(li);
    });
    if (!offered.length) return text().removeAttribute("aria-activedescendant");
    text().setAttribute("aria-activedescendant", "choice-0");
    box.style.left = Math.min(60 + h.line.length * 7.8 - text().scrollLeft, text().clientWidth - 180) + "px";
    box.style.top = Math.min(32 + h.at * LINE - text().scrollTop, text().clientHeight - 80) + "px";
    explainKey(offered[0].k);
  }

  function choose(by) {
    const items = byId("complete").children;
    items[chosen].setAttribute("aria-selected", "false");
    chosen = (chosen + by + items.length) % items.length;
    items[chosen].setAttribute("aria-selected", "true");
    items[chosen].scrollIntoView({ block: "nearest" });
    text().setAttribute("aria-activedescendant", "choice-" + chosen);
    explainKey(offered[chosen].k);
  }

  function accept(i) {
    const c = offered[i], caret = text().selectionStart;
    text().setRangeText(c.text + c.tail, caret - c.word.length, caret, "end");
    hide();
    explainKey(c.k);
    changed();
  }

  function hide() {
    byId("complete").hidden = true;
    text().setAttribute("aria-expanded", "false");
    text().removeAttribute("aria-activedescendant");
  }

  // Limits are in SI units, whatever unit a key is written with.
  const SI = ["m", "s", "N", "kg", "m/s", "m/s2", "N/m", "N s/m", "kg/m", "N m2", "Hz", "1/s", "rad"];
  const rangeOf = (k) => [k.min !== undefined ? "from " + k.min : "", k.max !== undefined ? "to " + k.max : ""]
    .filter(Boolean).join(" ") + (k.unit && (k.min !== undefined || k.max !== undefined) ? (SI.includes(k.unit) ? " " + k.unit : " in SI units") : "");

  function explainKey(k) {
    byId("doc").textContent = k.key + (k.unit ? " [" + k.unit + "]" : "") + "\n" + k.doc + "\n" +
      [k.required ? "required" : k.default ? "default: " + k.default : "optional", rangeOf(k),
        k.choices ? "one of " + k.choices.join(", ") : ""].filter(Boolean).join("; ");
  }

  function explain(h) {
    const m = h.lines[h.at].match(/^\s*(?:- )?(\w+)\s*:/), k = m && keyAt((h.path ? h.path + "." : "") + m[1]);
    if (k) explainKey(k);
  }

  //---------------------------------- checks ------------------------------------------------------

  function gutter(bad) {
    const n = text().value.split("\n").length, g = byId("gutter");
    g.textContent = "";
    for (let i = 1; i <= n; i++) {
      const e = document.createElement(bad.has(i) ? "b" : "span");
      e.textContent = i;
      g.append(e, "\n");
    }
    g.scrollTop = text().scrollTop;
  }

  function errors(list) {
    const box = byId("errors");
    box.textContent = "";
    for (const e of list) {
      const li = document.createElement("li"), b = document.createElement("button");
      b.type = "button";
      b.textContent = (e.line ? "line " + e.line + ", column " + e.column + ": " : "") + (e.key ? e.key + ": " : "") + e.message +
        (/(^|\.)use$/.test(e.key) ? " (here only shipped parts are found; parts in files of one's own are for `catenaria run`)" : "");
      b.addEventListener("click", () => jump(e.line, e.column));
      li.appendChild(b);
      box.appendChild(li);
    }
    if (!list.length) {
      box.appendChild(Object.assign(document.createElement("li"),
        { className: "fine", textContent: "none: this case can be run" }));
    }
    gutter(new Set(list.map((e) => e.line)));
    text().setAttribute("aria-invalid", String(list.length > 0));
    byId("run").disabled = list.length > 0 || busy || empty();
  }

  function jump(line, column) {
    if (!line) return;
    byId("form-on").checked = false;
    view();
    const lines = text().value.split("\n");
    const at = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + Math.max(column - 1, 0);
    text().focus();
    text().setSelectionRange(at, at);
    text().scrollTop = Math.max(0, (line - 6) * LINE);
  }

  let timer = 0;
  function changed() {
    clearTimeout(timer);
    gutter(new Set());
    document.body.dataset.checked = "";
    timer = setTimeout(check, 300);
  }

  async function check() {
    const now = ++asked, body = { text: text().value };
    const found = await Viewer.post("/api/check", body).catch(() => null);
    if (!found || now !== asked) return;
    errors(found.errors || []);
    if (!byId("form").hidden) fillForm();
    document.body.dataset.checked = "true";
    if ((found.errors || []).length) return;
    const scene = await Viewer.post("/api/drawing", body).catch(() => null);
    if (!scene || now !== asked) return;
    if (scene.scene_points) draw(scene);
    else if (scene.errors && scene.errors.length && scene.errors[0].line) errors(scene.errors);
    else blank();
  }

  //---------------------------------- the line at rest --------------------------------------------

  function blank() {
    const c = byId("drawing");
    c.width = c.clientWidth;
    delete c.dataset.points;
    c.setAttribute("aria-label", "This case holds no line");
  }

  function draw(scene) {
    const c = byId("drawing"), ratio = devicePixelRatio || 1, w = c.clientWidth, h = c.clientHeight;
    c.width = w * ratio;
    c.height = h * ratio;
    const g = c.getContext("2d"), p = scene.scene_points, s = scene.scene_wires, l = scene.scene_links || { kind: [] };
    g.scale(ratio, ratio);
    const least = (a) => a.reduce((x, y) => Math.min(x, y)), most = (a) => a.reduce((x, y) => Math.max(x, y));
    const low = least(p.s), high = most(p.s), z0 = least(p.z), z1 = most(p.z);
    const X = (v) => 10 + (v - low) / (high - low || 1) * (w - 20), Y = (v) => 14 + (z1 - v) / (z1 - z0 || 1) * (h - 28);
    const stroke = (ink, width, points) => {
      g.strokeStyle = ink;
      g.lineWidth = width;
      g.beginPath();
      points.forEach(([x, y], i) => (i ? g.lineTo(X(x), Y(y)) : g.moveTo(X(x), Y(y))));
      g.stroke();
    };
    scene.scene_supports.s.forEach((x) => stroke(Viewer.color("line"), 1, [[x, z0], [x, z1]]));
    l.kind.forEach((_, i) => stroke(Viewer.color("axis"), 0.7, [l.a[i], l.b[i]].map((q) => [p.s[q], p.z[q]])));
    s.first.forEach((first, k) => {
      const points = [];
      for (let i = first; i < first + s.count[k]; i++) points.push([p.s[i], p.z[i]]);
      stroke(s.role[k] === 0 ? Viewer.color("accent") : Viewer.color("ink"), 1.3, points);
    });
    c.dataset.points = p.s.length;
    c.setAttribute("aria-label", "The line at rest from the side: " + (high - low).toFixed(0) +
      " m, heights from " + z0.toFixed(2) + " to " + z1.toFixed(2) + " m");
  }

  //---------------------------------- form --------------------------------------------------------

  function write(value) {
    text().value = value;
    changed();
  }

  function fillForm() {
    const form = byId("form"), { rows, groups } = Outline.parse(text().value);
    if (form.contains(document.activeElement) && document.activeElement.tagName === "INPUT") return;
    form.textContent = "";
    for (const group of groups) {
      const own = rows.filter((r) => r.group === group), box = document.createElement("fieldset");
      const missing = keysOf(group.path).filter((k) => !isSection(k) && !own.some((r) => r.name === nameOf(k)));
      const list = !group.item && groups.some((g) => g.item && g.path === group.path);
      if (list || (!own.length && !missing.length)) continue;
      box.appendChild(document.createElement("legend")).textContent =
        (group.path || "general") + (group.item ? " " + group.number : "");
      own.forEach((r) => box.appendChild(formRow(r, own)));
      if (missing.length) box.appendChild(adder(group, missing));
      form.appendChild(box);
    }
  }

  function formRow(row) {
    const k = keyAt(row.path), div = document.createElement("div"), label = document.createElement("label");
    const choices = valuesOf(k), input = document.createElement(choices.length ? "select" : "input");
    const small = document.createElement("small");
    div.className = "row";
    input.id = "form-" + row.line;
    input.dataset.key = row.path;
    for (const v of choices) input.appendChild(new Option(v, v));
    if (choices.length && !choices.includes(row.value)) input.appendChild(new Option(row.value, row.value));
    input.value = row.value;
    label.htmlFor = input.id;
    label.textContent = row.name + (k && k.unit ? " [" + k.unit + "]" : "");
    small.textContent = k ? k.doc + (rangeOf(k) ? " (" + rangeOf(k) + ")" : "") : "";
    input.addEventListener("change", () => write(Outline.replace(text().value, row, input.value)));
    div.append(label, input, small);
    return div;
  }

  // What the text does not say has its default: chosen here, it is written with it.
  function adder(group, missing) {
    const div = document.createElement("div"), label = document.createElement("label"), pick = document.createElement("select");
    div.className = "row";
    label.textContent = "add a key ";
    pick.appendChild(new Option("...", ""));
    for (const k of missing) pick.appendChild(new Option(nameOf(k) + (k.required ? " (required)" : ""), nameOf(k)));
    pick.addEventListener("change", () => {
      const k = missing.find((q) => nameOf(q) === pick.value), value = k.default || valuesOf(k)[0] || (k.type === "text" ? '""' : "0");
      write(Outline.insert(text().value, group, pick.value, value + (k.unit && !k.default ? " " + k.unit : "")));
    });
    label.appendChild(pick);
    div.appendChild(label);
    return div;
  }

  function view() {
    byId("form").hidden = !byId("form-on").checked;
    byId("editor").hidden = byId("form-on").checked;
    if (byId("form-on").checked) fillForm();
  }

  //---------------------------------- run ---------------------------------------------------------

  function state(j) {
    busy = j.state === "running";
    byId("progress").value = busy ? j.fraction : j.state === "done" ? 1 : 0;
    byId("cancel").disabled = !busy;
    byId("run").disabled = busy || empty() || text().getAttribute("aria-invalid") === "true";
    byId("runstate").value = busy ? Math.round(100 * j.fraction) + " %" + (j.time === null ? "" : ", t = " + j.time.toFixed(2) + " s") : j.message || j.state;
  }

  async function poll() {
    const j = await Viewer.get("/api/job").catch(() => null);
    if (!j) return;
    state(j);
    if (j.state === "running") return;
    clearInterval(polling);
    if (mine) Live.finished(j);
    mine = false;
  }

  function watch(j) {
    state(j);
    clearInterval(polling);
    polling = setInterval(poll, 200);
  }

  async function run() {
    const j = await Viewer.post("/api/run", { text: text().value }).catch(() => ({ code: 0 }));
    if (j.code === 409) return Viewer.note("a run is going on, or 20 results are kept already", true);
    if (j.code !== 200) return errors(j.errors || [{ line: 0, key: "", message: "the program does not answer" }]);
    mine = true;
    Live.want();
    watch(j);
  }

  function press(event) {
    const open = !byId("complete").hidden;
    if (event.key === " " && event.ctrlKey) { event.preventDefault(); return offer(true); }
    if (!open) return;
    const act = { ArrowDown: () => choose(1), ArrowUp: () => choose(-1), Enter: () => accept(chosen),
      Tab: () => accept(chosen), Escape: hide }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  //---------------------------------- files -------------------------------------------------------

  // Texts of the folder first, then what ships with the program.
  function cases(all) {
    const box = byId("cases"), chosen = box.value;
    box.textContent = "";
    box.appendChild(new Option("a case", ""));
    for (const [label, way, list] of [["In the folder", "text/", all.texts], ["Shipped", "case/", all.cases]]) {
      const group = box.appendChild(Object.assign(document.createElement("optgroup"), { label }));
      for (const c of list) group.appendChild(new Option(c.name.replace(/\.yaml$/, ""), way + c.id));
    }
    box.value = chosen;
    byId("save-label").hidden = !all.folder;
  }

  async function load() {
    const way = byId("cases").value;
    if (way === "") return;
    if (edited() && !confirm("The text has been changed and is not saved. Lose it?")) {
      byId("cases").value = from;
      return;
    }
    const fresh = await Viewer.get("/api/" + way, "text").catch(() => null);
    if (fresh === null) return Viewer.note("this case cannot be read", true);
    if (way.startsWith("text/")) byId("name").value = byId("cases").selectedOptions[0].text.split("/").pop() + ".yaml";
    text().value = stored = fresh;
    from = way;
    text().setSelectionRange(0, 0);
    text().scrollTop = 0;
    changed();
  }

  const edited = () => text().value !== stored && text().value.trim() !== "";

  // Over a file only if that is said.
  async function save(replace) {
    const name = byId("name").value.trim(), written = text().value;
    const j = await Viewer.post("/api/save", { name, text: written, replace }).catch(() => ({ code: 0 }));
    if (j.code === 409 && !replace) return confirm(name + " exists already. Replace it?") && save(true);
    if (j.code !== 200) return Viewer.note("not saved: " + (j.message || "the program does not answer"), true);
    stored = written;
    await Viewer.again();
    Viewer.note("saved as " + name);
  }

  async function start() {
    byId("save").addEventListener("click", () => save(false));
    byId("name").addEventListener("keydown", (e) => { if (e.key === "Enter") save(false); });
    byId("cases").addEventListener("change", load);
    text().addEventListener("input", () => { offer(false); changed(); });
    text().addEventListener("click", () => { hide(); explain(here()); });
    text().addEventListener("keyup", (e) => { if (/Arrow|Home|End/.test(e.key) && byId("complete").hidden) explain(here()); });
    text().addEventListener("keydown", press);
    text().addEventListener("blur", hide);
    text().addEventListener("scroll", () => { byId("gutter").scrollTop = text().scrollTop; });
    byId("run").addEventListener("click", run);
    byId("cancel").addEventListener("click", () => Viewer.post("/api/cancel"));
    byId("download").addEventListener("click", () => {
      stored = text().value;
      Viewer.download("case.yaml", "text/yaml", stored);
    });
    addEventListener("beforeunload", (e) => { if (edited()) e.preventDefault(), e.returnValue = ""; });
    byId("form-on").addEventListener("change", view);
    byId("form").addEventListener("submit", (e) => e.preventDefault());
    gutter(new Set());
    byId("run").disabled = true;
    keys = (await Viewer.get("/api/schema")).keys;
    const j = await Viewer.get("/api/job");
    if (j.state === "running") watch(j);
  }

  return { start, cases };
})();
