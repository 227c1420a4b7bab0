// Works a report as a reader would and says in <html data-driven> what did not follow.
(function () {
  "use strict";
  const faults = [];
  const expect = (ok, what) => { if (!ok) faults.push(what); };
  const figures = [...document.querySelectorAll("figure")];
  const canvasOf = (i) => figures[i].querySelectorAll("canvas")[1];
  const ticksOf = (i) => [...figures[i].querySelectorAll(".dygraph-axis-label-x")]
    .map((e) => e.textContent).join(" ");
  const valuesOf = (i) => [...figures[i].querySelectorAll("output")].map((e) => e.textContent);

  function mouse(target, type, x, y, more) {
    const box = target.getBoundingClientRect();
    const place = { clientX: box.left + x, clientY: box.top + y, bubbles: true, cancelable: true };
    target.dispatchEvent(new MouseEvent(type, Object.assign(place, { button: 0, view: window }, more)));
  }

  function drag(i, from, to, more) {
    mouse(canvasOf(i), "mousedown", from, 100, more);
    mouse(canvasOf(i), "mousemove", (from + to) / 2, 105, more);
    mouse(canvasOf(i), "mousemove", to, 105, more);
    mouse(canvasOf(i), "mouseup", to, 105, more);
  }

  // a tick that is cut off is another number
  for (const label of document.querySelectorAll(".dygraph-axis-label-y, .dygraph-axis-label-y2")) {
    const text = label.textContent;
    expect(label.scrollWidth <= label.clientWidth, "tick " + text + " has no room");
  }

  // hover: values with the abscissa
  mouse(canvasOf(0), "mouseover", 300, 100);
  mouse(canvasOf(0), "mousemove", 300, 100);
  expect(valuesOf(0).every((v) => /\d/.test(v)), "values under the pointer: " + valuesOf(0));
  expect(/t = .* s/.test(figures[0].querySelector(".at").textContent), "abscissa under the pointer");
  mouse(canvasOf(0), "mouseout", 300, -10);
  expect(valuesOf(0).every((v) => v === ""), "values after the pointer left");

  // zoom: figures over the same axis follow, others do not; double click goes back
  const whole = ticksOf(0), shape = ticksOf(3);
  drag(0, 200, 400);
  const part = ticksOf(0);
  expect(part !== whole, "zoom");
  expect(ticksOf(2) === part, "third figure follows: " + ticksOf(2) + ", not " + part);
  expect(ticksOf(3) === shape, "figure over another axis stays");
  drag(0, 300, 250, { shiftKey: true });
  expect(ticksOf(0) !== part, "pan");
  mouse(canvasOf(0), "dblclick", 300, 100);
  expect(ticksOf(0) === whole, "double click: " + ticksOf(0));
  expect(ticksOf(2) === whole, "third figure goes back: " + ticksOf(2));

  // legend and theme
  const name = figures[2].querySelector(".legend button");
  name.click();
  expect(name.getAttribute("aria-pressed") === "false", "curve hidden");
  name.click();
  const theme = document.getElementById("theme"), before = getComputedStyle(document.body).color;
  theme.click();
  expect(getComputedStyle(document.body).color !== before, "other theme");
  theme.click();
  expect(getComputedStyle(document.body).color === before, "first theme again");

  // paper: a still picture for each figure, gone afterwards
  const width = figures[0].querySelector("canvas").clientWidth;
  dispatchEvent(new Event("beforeprint"));
  expect(document.querySelectorAll("canvas.static").length === figures.length, "stills");
  dispatchEvent(new Event("afterprint"));
  expect(document.querySelectorAll("canvas.static").length === 0, "stills removed");
  expect(figures[0].querySelector("canvas").clientWidth === width, "width restored");
  expect(ticksOf(0) === whole, "ticks restored: " + ticksOf(0));

  document.documentElement.dataset.driven = faults.length ? faults.join("; ") : "well";
})();
