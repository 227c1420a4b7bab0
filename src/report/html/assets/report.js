// Draws the figures of report.html from the JSON block in the page.
(function () {
  "use strict";

  const root = document.documentElement;
  // Okabe and Ito's colours, told apart by colour-blind readers; in an order that suits each ground
  const PALETTES = {
    light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#1b2230"],
    dark: ["#56b4e9", "#e69f00", "#00b389", "#cc79a7", "#f0e442", "#d55e00", "#e4e8ee"],
  };
  const LEVELS = { light: "rgba(213, 94, 0, 0.08)", dark: "rgba(230, 159, 0, 0.13)" };
  const BANDS = { light: "rgba(0, 114, 178, 0.07)", dark: "rgba(86, 180, 233, 0.12)" };
  const DASHES = [null, [7, 3], [2, 3]];
  const SVG = "http://www.w3.org/2000/svg";
  const PRINT_SIZE = [840, 290];
  const charts = [];
  const data = JSON.parse(document.getElementById("data").textContent);

  //---------------------------------- small helpers -----------------------------------------------

  function element(tag, className, text) {
    const e = document.createElement(tag);
    if (className) e.className = className;
    if (text) e.textContent = text;
    return e;
  }

  function theme() {
    if (root.dataset.theme) return root.dataset.theme;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }

  function variable(name) {
    return getComputedStyle(root).getPropertyValue("--" + name).trim();
  }

  function withUnit(channel) {
    return channel.unit ? channel.name + " [" + channel.unit + "]" : channel.name;
  }

  function valueText(v) {
    return Number.isFinite(v) ? String(Number(v.toPrecision(6))).replace(/^-/, "\u2212") : "\u2013";
  }

  function decimalsOf(span) {
    return span > 0 ? Math.min(9, Math.max(0, 2 - Math.floor(Math.log10(span)))) : 3;
  }

  // A tick with as many decimals as its axis needs.
  function tickText(v, range) {
    const span = Math.abs(range[1] - range[0]);
    const size = Math.max(Math.abs(range[0]), Math.abs(range[1]));
    if (Math.abs(v) < 1e-9 * span) return "0";  // sums of ticks leave something of rounding
    if (size >= 1e6 || (size > 0 && size < 1e-4)) {
      return Number(v.toPrecision(3)).toExponential().replace("+", "").replace(/^-/, "\u2212");
    }
    return String(Number(v.toFixed(decimalsOf(span)))).replace(/^-/, "\u2212");
  }

  function color(i) {
    const palette = PALETTES[theme()];
    return palette[i % palette.length];
  }

  function dash(i) {
    return DASHES[Math.floor(i / PALETTES.light.length) % DASHES.length];
  }

  // Where a value of the abscissa is drawn, by its logarithm if that is asked for.
  function domX(g, x) {
    const area = g.getArea();
    return area.x + area.w * g.toPercentXCoord(x);
  }

  //---------------------------------- marks: bands and lines below the curves ---------------------

  function drawMarks(ctx, area, g, figure) {
    for (const mark of figure.marks) {
      const x0 = domX(g, mark.x0), x1 = domX(g, mark.x1);
      if (mark.type === "band") {
        ctx.fillStyle = BANDS[theme()];
        ctx.fillRect(x0, area.y, Math.max(x1 - x0, 1.5), area.h);
        continue;
      }
      if (mark.type === "tick") {
        ctx.fillStyle = variable("axis");
        ctx.fillRect(Math.round(x0), area.y + area.h - 5, 1, 5);
        continue;
      }
      ctx.save();
      ctx.strokeStyle = variable("axis");
      ctx.lineWidth = 1;
      ctx.setLineDash([4, 4]);
      ctx.beginPath();
      ctx.moveTo(Math.round(x0) + 0.5, area.y);
      ctx.lineTo(Math.round(x0) + 0.5, area.y + area.h);
      ctx.stroke();
      ctx.restore();
    }
  }

  // Draws inside the graph only.
  function inside(ctx, area, drawing) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.x, area.y, area.w, area.h);
    ctx.clip();
    drawing();
    ctx.restore();
  }

  // Horizontal bands below the curves; their edges and texts stand above them.
  function fillLevels(ctx, area, g, figure) {
    inside(ctx, area, () => {
      ctx.fillStyle = LEVELS[theme()];
      for (const level of figure.levels) {
        const x0 = domX(g, level.x0), top = g.toDomYCoord(level.high, 0);
        ctx.fillRect(x0, top, domX(g, level.x1) - x0, g.toDomYCoord(level.low, 0) - top);
      }
    });
  }

  function haloText(ctx, text, x, y) {
    ctx.lineWidth = 4;
    ctx.lineJoin = "round";
    ctx.strokeStyle = variable("back");
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  }

  function drawLevels(ctx, area, g, figure) {
    inside(ctx, area, () => {
      ctx.font = "11.5px " + getComputedStyle(document.body).fontFamily;
      ctx.textAlign = "right";
      ctx.textBaseline = "bottom";
      ctx.fillStyle = variable("warn");
      for (const level of figure.levels) {
        const x0 = domX(g, level.x0), x1 = domX(g, level.x1);
        for (const v of new Set([level.high, level.low])) {
          ctx.fillRect(x0, Math.round(g.toDomYCoord(v, 0)), x1 - x0, 1.5);
        }
        const right = Math.min(x1, area.x + area.w) - 4;
        haloText(ctx, level.text, right, g.toDomYCoord(level.high, 0) - 2);
      }
    });
  }

  // Horizontal segments over the curves, each [height, begin, end].
  function drawSegments(ctx, area, g, figure) {
    inside(ctx, area, () => {
      ctx.fillStyle = color(figure.series.length);
      for (const [y, from, to] of figure.segments) {
        const x0 = domX(g, from), wide = domX(g, to) - x0;
        ctx.fillRect(x0, g.toDomYCoord(y, 0) - 2, Math.max(wide, 2), 4);
      }
    });
  }

  function drawAbove(event, g, figure) {
    drawLevels(event.drawingContext, g.getArea(), g, figure);
    drawSegments(event.drawingContext, g.getArea(), g, figure);
  }

  // Bars around the points instead of a curve between them.
  function drawBars(e) {
    const ctx = e.drawingContext, base = e.dygraph.toDomYCoord(0), points = e.points;
    let wide = Infinity;
    for (let i = 1; i < points.length; i++) {
      wide = Math.min(wide, points[i].canvasx - points[i - 1].canvasx);
    }
    wide = Math.max(1, 0.8 * (Number.isFinite(wide) ? wide : 20));
    ctx.fillStyle = e.color;
    for (const p of points) {
      ctx.fillRect(p.canvasx - wide / 2, p.canvasy, wide, base - p.canvasy);
    }
  }

  // Their texts stand above the graph: bands in one row, lines in the next. A text that would
  // touch its neighbour is left out until zooming makes room.
  function labelMarks(chart, g) {
    const area = g.getArea(), right = area.x + area.w, used = [[], []];
    chart.strip.textContent = "";
    for (const mark of chart.figure.marks) {
      const x0 = Math.max(domX(g, mark.x0), area.x);
      const x1 = Math.min(domX(g, mark.x1), right), row = mark.type === "band" ? 0 : 1;
      if (!mark.text || x1 < area.x || x0 > right) continue;
      const label = element("span", "mark", mark.text);
      label.style.top = row === 1 && chart.bands ? "15px" : "0";
      chart.strip.append(label);
      const wide = label.offsetWidth, end = chart.plot.clientWidth - wide;
      const left = Math.max(0, Math.min((x0 + x1 - wide) / 2, end));
      label.style.left = left + "px";
      if (used[row].some((t) => left < t[1] && left + wide > t[0])) label.remove();
      else used[row].push([left - 5, left + wide + 5]);
    }
  }

  function addStrip(chart) {
    const named = chart.figure.marks.filter((mark) => mark.text);
    const isBand = (mark) => mark.type === "band";
    chart.bands = named.some(isBand);
    chart.strip = element("div", "strip");
    const rows = (chart.bands ? 1 : 0) + (named.some((mark) => !isBand(mark)) ? 1 : 0);
    chart.strip.style.height = 15 * rows + "px";
    chart.plot.before(chart.strip);
  }

  //---------------------------------- legend ------------------------------------------------------

  function swatch(i) {
    const svg = document.createElementNS(SVG, "svg"), line = document.createElementNS(SVG, "line");
    svg.setAttribute("viewBox", "0 0 22 8");
    svg.setAttribute("aria-hidden", "true");
    const look = { x1: 0, x2: 22, y1: 4, y2: 4, "stroke-width": 2.5 };
    for (const key of Object.keys(look)) line.setAttribute(key, look[key]);
    if (dash(i)) line.setAttribute("stroke-dasharray", dash(i).join(" "));
    svg.append(line);
    return svg;
  }

  function addLegend(chart) {
    chart.items = chart.figure.series.map((series, i) => {
      const button = element("button"), value = element("output"), sign = swatch(i);
      button.type = "button";
      button.title = series.doc || series.name;
      button.setAttribute("aria-pressed", "true");
      button.append(sign, withUnit(series), value);
      button.addEventListener("click", () => {
        const shown = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(shown));
        chart.graph.setVisibility(i, shown);
      });
      chart.legend.append(button);
      return { value, line: sign.firstChild };
    });
    chart.at = element("span", "at");
    chart.legend.append(chart.at);
  }

  function colorLegend(chart) {
    chart.items.forEach((item, i) => item.line.setAttribute("stroke", color(i)));
  }

  function showValues(chart, x, points) {
    const figure = chart.figure;
    chart.at.textContent = figure.x.name + " = " + valueText(x) + " " + figure.x.unit;
    chart.items.forEach((item) => { item.value.textContent = ""; });
    for (const point of points) {
      chart.items[Number(point.name.slice(1))].value.textContent = valueText(point.yval);
    }
  }

  function hideValues(chart) {
    chart.at.textContent = "";
    chart.items.forEach((item) => { item.value.textContent = ""; });
  }

  //---------------------------------- the graph ---------------------------------------------------

  function colors() {
    return {
      gridLineColor: variable("grid"),
      axisLineColor: variable("axis"),
    };
  }

  // The first unit has the left axis, all others the right one.
  function axisLabel(figure, right) {
    const own = figure.series.filter((s) => (s.unit !== figure.series[0].unit) === right);
    if (own.length === 0) return null;
    if (own.length === 1) return withUnit(own[0]);
    const units = [...new Set(own.map((s) => s.unit))].filter((u) => u);
    return units.length ? "[" + units.join(", ") + "]" : null;
  }

  // One finger scrolls the page, two zoom and move the graph.
  function interaction() {
    const model = Object.assign({}, Dygraph.defaultInteractionModel);
    const touch = model.touchstart;
    model.touchstart = (event, g, context) => {
      if (event.touches.length > 1) touch(event, g, context);
    };
    return model;
  }

  // Figures over the same abscissa show the same part of it.
  let linking = false;
  function follow(chart) {
    if (linking || !chart.graph) return;
    linking = true;
    const range = chart.graph.xAxisRange(), whole = !chart.graph.isZoomed("x");
    for (const other of charts) {
      if (other === chart || other.link !== chart.link) continue;
      const now = other.graph.xAxisRange();
      if (now[0] !== range[0] || now[1] !== range[1]) {
        other.graph.updateOptions({ dateWindow: whole ? null : range });
      }
    }
    linking = false;
  }

  function extremes(range, values) {
    for (const v of values) {
      if (v === null || !Number.isFinite(v)) continue;
      range[0] = Math.min(range[0], v);
      range[1] = Math.max(range[1], v);
    }
  }

  // Null: dygraphs finds the range. Figures of one group have that of all of them, segments and
  // levels must be seen, bars stand on zero.
  function valueRange(figure) {
    const range = [Infinity, -Infinity];
    const all = figure.group ? data.figures.filter((f) => f.group === figure.group) : [figure];
    const plain = all.length === 1 && !figure.segments.length && !figure.levels.length;
    if (plain && !figure.bars) return null;
    for (const f of all) {
      for (const s of f.series) extremes(range, s.data);
      extremes(range, f.segments.map((s) => s[0]));
      for (const level of f.levels) extremes(range, [level.low, level.high]);
    }
    if (figure.bars) extremes(range, [0]);
    const pad = 0.04 * (range[1] - range[0]);
    return pad > 0 ? [figure.bars && range[0] === 0 ? 0 : range[0] - pad, range[1] + pad] : null;
  }

  // Room for the ticks of an axis: cut off, -0.0005 reads as -0.000. They have a digit less than
  // their axis' range may need.
  function labelWidth(figure, right, least) {
    const range = [Infinity, -Infinity];
    for (const s of figure.series) {
      if ((s.unit !== figure.series[0].unit) === right) extremes(range, s.data);
    }
    const span = range[1] - range[0];
    if (!(span > 0)) return least;
    const signs = (v) => String(Math.trunc(Math.abs(v))).length + (v < 0 ? 1 : 0);
    const wide = Math.max(signs(range[0]), signs(range[1])) + decimalsOf(span);
    return Math.max(least, Math.min(90, 7 * wide + 6));
  }

  function options(chart) {
    const figure = chart.figure, series = {};
    figure.series.forEach((s, i) => {
      series["s" + i] = {
        axis: s.unit === figure.series[0].unit ? "y" : "y2",
        strokePattern: dash(i),
      };
    });
    const narrow = chart.plot.clientWidth < 560;
    const tick = (axis) => (v, granularity, opts, g) =>
      tickText(v, axis < 0 ? g.xAxisRange() : g.yAxisRange(axis));
    return Object.assign(colors(), figure.bars ? { plotter: drawBars } : {}, {
      labels: ["x"].concat(figure.series.map((s, i) => "s" + i)),
      colors: figure.series.map((s, i) => color(i)),
      series,
      legend: "never",
      xlabel: withUnit(figure.x),
      ylabel: axisLabel(figure, false),
      y2label: axisLabel(figure, true),
      axes: {
        x: { axisLabelFormatter: tick(-1), pixelsPerLabel: narrow ? 55 : 80, logscale: figure.logarithmic },
        y: { axisLabelFormatter: tick(0), valueRange: valueRange(figure),
          axisLabelWidth: labelWidth(figure, false, narrow ? 44 : 58) },
        y2: { axisLabelFormatter: tick(1), axisLabelWidth: labelWidth(figure, true, narrow ? 44 : 58),
          independentTicks: true, drawGrid: false },
      },
      axisLabelFontSize: 12,
      axisTickSize: 4,
      xLabelHeight: 20,
      yLabelWidth: 20,
      gridLineWidth: 1,
      strokeWidth: 1.2,
      highlightCircleSize: 3,
      yRangePad: 8,
      xRangePad: figure.bars ? 24 : 0,
      rightGap: 8,
      interactionModel: interaction(),
      underlayCallback: (ctx, area, g) => {
        drawMarks(ctx, area, g, figure);
        fillLevels(ctx, area, g, figure);
      },
      highlightCallback: (event, x, points) => showValues(chart, x, points),
      unhighlightCallback: () => hideValues(chart),
      plugins: [{ activate: (g) => ({ didDrawChart: (e) => drawAbove(e, g, figure) }) }],
      drawCallback: (g) => {
        labelMarks(chart, g);
        follow(chart);
      },
    });
  }

  function rowsOf(figure) {
    const rows = figure.x.data.map((x, i) => [x].concat(figure.series.map((s) => s.data[i])));
    // dygraphs wants a rising abscissa; a falling one is the same curve read backwards
    if (rows.length > 1 && rows[0][0] > rows[rows.length - 1][0]) rows.reverse();
    return rows;
  }

  function draw(figure, i) {
    const box = document.getElementById("figure-" + (i + 1));
    const chart = {
      figure, box,
      plot: box.querySelector(".plot"),
      legend: box.querySelector(".legend"),
      link: figure.table + "\n" + figure.x.name,
    };
    const rows = rowsOf(figure);
    if (figure.segments.length) chart.plot.classList.add("tall");
    if (rows.length === 0) {
      chart.plot.classList.add("broken");
      chart.plot.textContent = "No values were recorded.";
      return;
    }
    addLegend(chart);
    colorLegend(chart);
    addStrip(chart);
    chart.graph = new Dygraph(chart.plot, rows, options(chart));
    const save = element("button", "", "PNG");
    save.type = "button";
    save.title = "Save this figure as a picture";
    save.addEventListener("click", () => savePicture(chart, i));
    box.querySelector(".title").append(save);
    charts.push(chart);
    box.dataset.drawn = "true";
  }

  //---------------------------------- pictures, for saving and for paper --------------------------

  // Copies the texts that stand beside the canvas, some laid out by dygraphs and some by us.
  function copyTexts(ctx, chart) {
    const origin = chart.plot.getBoundingClientRect();
    ctx.textBaseline = "middle";
    for (const label of chart.box.querySelectorAll(".dygraph-axis-label, .dygraph-label, .mark")) {
      const rect = label.getBoundingClientRect(), style = getComputedStyle(label);
      const turned = /ylabel|y2label/.test(label.className);
      const x = rect.left - origin.left, y = rect.top - origin.top + rect.height / 2;
      ctx.save();
      ctx.fillStyle = style.color;
      ctx.font = style.fontSize + " " + style.fontFamily;
      ctx.textAlign = turned || style.textAlign === "center" ? "center" : style.textAlign;
      const shift = { center: 0.5, right: 1, end: 1 }[ctx.textAlign] || 0;
      ctx.translate(x + shift * rect.width, y);
      if (turned) ctx.rotate(/y2label/.test(label.className) ? Math.PI / 2 : -Math.PI / 2);
      ctx.fillText(label.textContent, 0, 0);
      ctx.restore();
    }
  }

  // The legend in lines that fit the width; returns its height. Without ctx it only measures.
  function layLegend(ctx, chart, width, measure) {
    let x = 8, y = 14;
    chart.figure.series.forEach((series, i) => {
      if (!chart.graph.visibility()[i]) return;
      const text = withUnit(series), wide = 30 + measure.measureText(text).width + 20;
      if (x > 8 && x + wide > width) {
        x = 8;
        y += 20;
      }
      if (ctx) {
        ctx.strokeStyle = color(i);
        ctx.lineWidth = 2.5;
        ctx.setLineDash(dash(i) || []);
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.lineTo(x + 22, y);
        ctx.stroke();
        ctx.setLineDash([]);
        ctx.fillStyle = variable("ink");
        ctx.textBaseline = "middle";
        ctx.fillText(text, x + 29, y);
      }
      x += wide;
    });
    return y + 14;
  }

  function picture(chart, title) {
    const scale = 2, canvas = element("canvas"), ctx = canvas.getContext("2d");
    const width = chart.plot.clientWidth, height = chart.plot.clientHeight;
    const font = "13px " + getComputedStyle(document.body).fontFamily, top = title ? 28 : 0;
    ctx.font = font;
    const above = layLegend(null, chart, width, ctx) + chart.strip.clientHeight;
    canvas.width = scale * width;
    canvas.height = scale * (top + above + height);
    ctx.scale(scale, scale);
    ctx.fillStyle = variable("back");
    ctx.fillRect(0, 0, width, top + above + height);
    ctx.fillStyle = variable("ink");
    ctx.textBaseline = "middle";
    ctx.font = "600 " + font;
    if (title) ctx.fillText(title, 8, 16);
    ctx.font = font;
    ctx.translate(0, top);
    layLegend(ctx, chart, width, ctx);
    ctx.translate(0, above);
    ctx.drawImage(chart.plot.querySelector("canvas"), 0, 0, width, height);
    copyTexts(ctx, chart);
    return canvas;
  }

  function savePicture(chart, i) {
    picture(chart, chart.figure.title).toBlob((blob) => {
      const link = element("a");
      link.href = URL.createObjectURL(blob);
      link.download = "figure-" + (i + 1) + ".png";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  // On paper all figures have one size and the light colours, whatever the screen.
  let before = null;
  function beforePrint() {
    if (before !== null) return;
    before = root.dataset.theme || "";
    setTheme("light");
    for (const chart of charts) {
      chart.graph.resize(PRINT_SIZE[0], PRINT_SIZE[1]);
      chart.still = picture(chart, "");
      chart.still.className = "static";
      chart.plot.after(chart.still);
    }
  }

  function afterPrint() {
    if (before === null) return;
    for (const chart of charts) {
      chart.still.remove();
      chart.plot.style.width = chart.plot.style.height = "";
      chart.graph.resize();
    }
    setTheme(before);
    before = null;
  }

  //---------------------------------- light and dark ----------------------------------------------

  function setTheme(name) {
    if (name) root.dataset.theme = name;
    else delete root.dataset.theme;
    recolor();
  }

  function recolor() {
    button.textContent = theme() === "dark" ? "Light" : "Dark";
    for (const chart of charts) {
      chart.graph.updateOptions(Object.assign(colors(), {
        colors: chart.figure.series.map((s, i) => color(i)),
      }));
      colorLegend(chart);
    }
  }

  const button = document.getElementById("theme");
  button.hidden = false;
  button.addEventListener("click", () => setTheme(theme() === "dark" ? "light" : "dark"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
  if (location.hash === "#dark" || location.hash === "#light") {
    root.dataset.theme = location.hash.slice(1);
  }

  data.figures.forEach((figure, i) => {
    try {
      draw(figure, i);
    } catch (error) {
      const plot = document.querySelector("#figure-" + (i + 1) + " .plot");
      plot.classList.add("broken");
      plot.textContent = "This figure could not be drawn.";
      console.error("figure " + (i + 1) + ": " + error);
    }
  });
  recolor();
  addEventListener("beforeprint", beforePrint);
  addEventListener("afterprint", afterPrint);
  root.dataset.drawn = String(charts.length);
})();
